// Debug overlay (`?debug`): outlines of all 24 attack board instances with a tick on the front side, and captions with
// names and coordinates.
import { BufferGeometry, Float32BufferAttribute, LineBasicMaterial, LineSegments } from "three";
import { boardPin } from "../../state/worldIndex";
import type { World, WorldBoard } from "../../wire/world";
import type { WorldLayout } from "../set/worldLayout";
import type { Caption } from "./highlights";

/** The rotated instance is drawn inside the unrotated one. */
const INSET = 0.22;

export class DebugOutlines {
  readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #layout: WorldLayout;

  constructor(layout: WorldLayout) {
    this.#layout = layout;
    this.lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: 0xd0459b }));
    this.lines.frustumCulled = false;
    this.lines.visible = false;
  }

  show(shown: boolean): void {
    this.lines.visible = shown;
    this.place();
  }

  /** Moves the outlines to the current board heights. */
  place(): void {
    if (!this.lines.visible) return;
    const positions = instances(this.#layout.world).flatMap((board) => this.#outline(board));
    this.lines.geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  }

  #outline(board: WorldBoard): number[] {
    const { x, y, z } = this.#layout.boardPosition(board);
    const turned = board.rotation === 180;
    const reach = this.#layout.world.spacing - (turned ? INSET : 0);
    const corners = [-1, 1, 1, -1].map((right, index) => [x + right * reach, y, z + (index < 2 ? -1 : 1) * reach]);
    const sides = corners.flatMap((corner, index) => [...corner, ...(corners[(index + 1) % 4] ?? corner)]);
    const front = z + (turned ? -reach : reach);
    return [...sides, x, y, front, x, y, front + (turned ? INSET : -INSET) * 2];
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }
}

/** A caption for each instance: its name and its place in the World. */
export function debugCaptions(world: World): Caption[] {
  return instances(world).flatMap((board) => {
    const pin = boardPin(board);
    const text = `${board.id}  ${board.center.map((each) => each.toFixed(2)).join(", ")}`;
    return pin === null ? [] : [{ text, tone: "debug", at: { pin }, under: board.rotation === 180 }];
  });
}

function instances({ boards }: World): WorldBoard[] {
  return boards.filter(({ kind }) => kind === "attack");
}
