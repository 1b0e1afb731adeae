// All that only a game online needs, to be fetched in one piece when the first one is opened.
import "../../styles/dialogs.css";
import "../../styles/online.css";

export { openOnline } from "../../source/online";
export { OnlineActions } from "./OnlineActions";
export { OnlineName } from "./OnlineName";
export { OnlineStatus } from "./OnlineStatus";
export { OnlineStrip } from "./OnlineStrip";
