// Renders the open dialog.
import "../styles/dialogs.css";
import "../styles/online.css";
import { OnlineDialog } from "../online/OnlineDialog";
import type { AppPage } from "./page";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { lazyPart } from "../ui/LazyPart";
import { GamesDialog } from "../game/GamesDialog";
import { HelpDialog } from "./HelpDialog";
import { ImportDialog } from "./ImportDialog";
import { NewGameDialog } from "../game/NewGameDialog";
import { ShareDialog } from "../game/ShareDialog";
import { ViewDialog } from "./ViewDialog";

const LazyRule = lazyPart(async () => (await import("../learn/guide/RuleDialog")).RuleDialog, null);

export function Dialogs({ page }: { page: AppPage }) {
  const open = page.dialog.value;
  const close = (): void => {
    if (page.dialog.peek() === open) page.closeDialog();
  };
  if (open === null) return null;
  if (open.kind === "rule") return <LazyRule page={page} code={open.code} close={close} />;
  if (open.kind === "confirm") return <ConfirmDialog key={open.title} confirmation={open} close={close} />;
  switch (open.dialog) {
    case "new":
      return <NewGameDialog page={page} opponent={open.opponent} close={close} />;
    case "games":
      return <GamesDialog page={page} close={close} />;
    case "share":
      return <ShareDialog page={page} close={close} />;
    case "import":
      return <ImportDialog page={page} close={close} />;
    case "view":
      return <ViewDialog page={page} close={close} />;
    case "help":
      return <HelpDialog close={close} />;
    case "online":
      return <OnlineDialog page={page} close={close} />;
  }
}
