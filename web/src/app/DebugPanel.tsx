// `?debug`: all boards of the World with their coordinates, and which of them are on the set now.
import { text } from "../text";
import type { Color } from "../wire/snapshot";
import type { Coordinates } from "../wire/world";
import type { AppPage } from "./page";

export function DebugPanel({ page }: { page: AppPage }) {
  const { store } = page.session;
  const { world } = store;
  const words = text.page.debug;
  const owners = new Map(store.snapshot.value.boards.map((board) => [board.instance, board.owner]));
  return (
    <details class="debug" open>
      <summary>{words.title(world.boards.length)}</summary>
      <div class="debug-scroll" tabIndex={0} role="region" aria-label={words.label}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.board}</th>
              <th scope="col">{words.now}</th>
              <th scope="col">{words.over}</th>
              <th scope="col">{words.center}</th>
              <th scope="col">{words.squares}</th>
            </tr>
          </thead>
          <tbody>
            {world.boards.map((board) => (
              <tr key={board.id}>
                <th scope="row">{board.id}</th>
                <td>{board.kind === "main" ? words.fixed : ownerText(owners.get(board.id))}</td>
                <td>{board.over}</td>
                <td>{coordinates(board.center)}</td>
                <td>
                  {world.squares
                    .filter((square) => square.board === board.id)
                    .map((square) => `${square.square} (${coordinates(square.position)})`)
                    .join("  ")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function ownerText(color: Color | undefined): string {
  return color === undefined ? "" : text.game.side[color];
}

function coordinates(point: Coordinates): string {
  return point.map((each) => each.toFixed(2)).join(", ");
}
