// `?debug`: all boards of the World with their coordinates, and which of them are on the set now.
import type { Store } from "../state/store";
import { SIDE } from "../state/text";
import type { Color } from "../wire/snapshot";
import type { Place } from "../wire/world";

export function DebugPanel({ store }: { store: Store }) {
  const { world } = store;
  const owners = new Map(store.snapshot.value.boards.map((board) => [board.instance, board.owner]));
  return (
    <details class="debug" open>
      <summary>{world.boards.length} boards of the World</summary>
      <div class="debug-scroll" tabIndex={0} role="region" aria-label="Boards of the World">
        <table>
          <thead>
            <tr>
              <th scope="col">board</th>
              <th scope="col">now</th>
              <th scope="col">over</th>
              <th scope="col">centre x, y, z</th>
              <th scope="col">squares x, y, z</th>
            </tr>
          </thead>
          <tbody>
            {world.boards.map((board) => (
              <tr key={board.id}>
                <th scope="row">{board.id}</th>
                <td>{board.kind === "main" ? "fixed" : ownerText(owners.get(board.id))}</td>
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
  return color === undefined ? "" : SIDE[color];
}

function coordinates(point: Place): string {
  return point.map((each) => each.toFixed(2)).join(", ");
}
