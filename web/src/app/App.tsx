// The page below its header: views, game panel and the open dialog.
import { useComputed } from "@preact/signals";
import { GamePanel } from "./GamePanel";
import { dropRecords } from "./dropRecords";
import { LazyAnalysis } from "./LazyAnalysis";
import { LazyEditor } from "./LazyEditor";
import { LazyDialogs } from "./LazyDialogs";
import { LazyLearn } from "./LazyLearn";
import { onlineModule } from "./lazyOnline";
import { SessionMessage } from "../ui/Notice";
import type { Page } from "../ui/page";
import { VersionBar } from "./VersionBar";
import { Views } from "./Views";
import { WaitingForServer } from "./WaitingForServer";

export function App({ page }: { page: Page }) {
  // Signals as attributes, so that a move does not render the whole page again.
  const { snapshot } = page.session.store;
  const tfen = useComputed(() => snapshot.value.tfen);
  const ply = useComputed(() => snapshot.value.ply);
  const online = onlineModule.value;
  const screen = page.screen.value;
  const game = screen === "game";
  return (
    <div
      class="app"
      data-tfen={tfen}
      data-ply={ply}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => void dropRecords(event, page)}
    >
      {online && game && <online.OnlineStrip page={page} />}
      <main class="app-main">
        {page.boards.value && <Views page={page} />}
        {game ? (
          <GamePanel page={page} />
        ) : screen === "learn" ? (
          <LazyLearn page={page} />
        ) : screen === "analysis" ? (
          <LazyAnalysis page={page} />
        ) : screen === "editor" ? (
          <LazyEditor page={page} />
        ) : (
          <div class="home-message">
            <SessionMessage page={page} />
          </div>
        )}
      </main>
      <LazyDialogs page={page} />
      <WaitingForServer page={page} />
      <VersionBar page={page} />
      <div class="visually-hidden" aria-live="polite" role="status">
        {page.announcement}
      </div>
    </div>
  );
}
