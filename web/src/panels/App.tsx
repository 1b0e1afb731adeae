// The page: header, the two views, the game beside them, and whatever dialog is open.
import { Dialogs } from "./dialogs/Dialogs";
import { GamePanel } from "./GamePanel";
import { Header } from "./Header";
import { dropRecords } from "./importing";
import type { Page } from "./page";
import { Views } from "./Views";

export function App({ page }: { page: Page }) {
  const { tfen, ply } = page.table.store.snapshot.value;
  return (
    <div
      class="app"
      data-tfen={tfen}
      data-ply={ply}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => void dropRecords(event, page)}
    >
      <Header page={page} />
      <main class="app-main">
        <Views page={page} />
        <GamePanel page={page} />
      </main>
      <Dialogs page={page} />
      <div class="visually-hidden" aria-live="polite" role="status">
        {page.spoken}
      </div>
    </div>
  );
}
