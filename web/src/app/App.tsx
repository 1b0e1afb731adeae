// The page below its header: views, game panel and the open dialog.
import { useComputed } from "@preact/signals";
import { GamePanel } from "./GamePanel";
import { dropRecords } from "./dropRecords";
import { LazyDialogs } from "./LazyDialogs";
import { lazyPart } from "../ui/LazyPart";
import { onlineModule } from "./lazyOnline";
import { NoGame } from "./NoGame";
import { SessionMessage } from "../ui/Notice";
import type { AppPage } from "./page";
import type { Screen } from "../place/place";
import { VersionBar } from "./VersionBar";
import { Views } from "./Views";
import { WaitingForServer } from "./WaitingForServer";

const LazyLearn = lazyPart(async () => (await import("../learn/LearnScreen")).LearnScreen);
const LazyAnalysis = lazyPart(async () => (await import("../analysis/AnalysisScreen")).AnalysisScreen);
const LazyEditor = lazyPart(async () => (await import("../editor/EditorScreen")).EditorScreen);

export function App({ page }: { page: AppPage }) {
  // Signals as attributes, so that a move does not render the whole page again.
  const { snapshot } = page.session.store;
  const tfen = useComputed(() => snapshot.value.tfen);
  const ply = useComputed(() => snapshot.value.ply);
  const online = onlineModule.value;
  const screen = page.screen.value;
  const game = screen.kind === "game" || screen.kind === "online";
  const refused = screen.kind === "online" ? page.online.refused.value : null;
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
        {refused ? (
          <NoGame page={page} error={refused} />
        ) : (
          <>
            {page.boards.value && <Views page={page} />}
            <Panel page={page} screen={screen} />
          </>
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

/** What is beside the boards. */
function Panel({ page, screen }: { page: AppPage; screen: Screen }) {
  switch (screen.kind) {
    case "home":
      return (
        <div class="home-message">
          {/* A dialog shows it itself. */}
          {page.dialog.value === null && <SessionMessage page={page} />}
        </div>
      );
    case "game":
    case "online":
      return <GamePanel page={page} />;
    case "study":
      return <LazyAnalysis page={page} place={screen} />;
    case "editor":
      return <LazyEditor page={page} position={screen.text} />;
    default:
      return <LazyLearn page={page} place={screen} />;
  }
}
