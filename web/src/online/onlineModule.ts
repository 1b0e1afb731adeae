// The code of online games, as one chunk that is loaded with the first one.
import "../styles/dialogs.css";
import "../styles/online.css";

export { OnlineMode } from "./onlineMode";
export { OnlineActions } from "./OnlineActions";
export { OnlineName } from "./OnlineName";
export { OnlineStatus } from "./OnlineStatus";
export { OnlineStrip } from "./OnlineStrip";
