// `?debug`: all attack board instances with their World coordinates, and which of them are on the set now.
import type { Store } from "../state/store";
import { SIDE } from "../state/text";
import type { Color } from "../wire/snapshot";
import type { Place } from "../wire/world";

export function DebugPanel({ store }: { store: Store }) {
  const { world } = store;
  const instances = world.boards.filter((board) => board.kind === "attack");
  const standing = new Map(store.snapshot.value.boards.map((board) => [board.instance, board.owner]));
  return (
    <details class="debug" open>
      <summary>{instances.length} instances of attack boards</summary>
      <div class="debug-scroll" tabIndex={0} role="region" aria-label="Instances">
        <table>
          <thead>
            <tr>
              <th scope="col">instance</th>
              <th scope="col">now</th>
              <th scope="col">over</th>
              <th scope="col">centre x, y, z</th>
              <th scope="col">squares x, y, z</th>
            </tr>
          </thead>
          <tbody>
            {instances.map((board) => (
              <tr key={board.id}>
                <th scope="row">{board.id}</th>
                <td>{owner(standing.get(board.id))}</td>
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

function owner(color: Color | undefined): string {
  return color === undefined ? "" : SIDE[color];
}

function coordinates(point: Place): string {
  return point.map((each) => each.toFixed(2)).join(", ");
}
