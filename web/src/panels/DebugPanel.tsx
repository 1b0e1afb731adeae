// `?debug`: all instances with their names and coordinates, as World gives them.
import type { World } from "../wire/world";

export function DebugPanel({ world }: { world: World }) {
  const instances = world.boards.filter((board) => board.kind === "attack");
  return (
    <details class="debug" open>
      <summary>{instances.length} instances of attack boards</summary>
      <div class="debug-scroll" tabIndex={0} role="region" aria-label="Instances">
        <table>
          <thead>
            <tr>
              <th scope="col">instance</th>
              <th scope="col">over</th>
              <th scope="col">centre x, y, z</th>
              <th scope="col">squares</th>
            </tr>
          </thead>
          <tbody>
            {instances.map((board) => (
              <tr key={board.id}>
                <th scope="row">{board.id}</th>
                <td>{board.over}</td>
                <td>{board.center.map((each) => each.toFixed(2)).join(", ")}</td>
                <td>
                  {world.squares
                    .filter((square) => square.board === board.id)
                    .map((square) => `${square.square} (${square.position.map((each) => each.toFixed(1)).join(", ")})`)
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
