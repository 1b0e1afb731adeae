// Frustum culling of pieces for tiled rendering.
import { Frustum, Matrix4, Vector3 } from "three";
import { expect, it } from "vitest";
import { isInFrustum } from "../../../src/board/scene/set/pieceModels";
import { randomGame } from "./randomGames";
import { makeCamera, makeSet } from "./fixtures";

const WIDTH = 960;
const HEIGHT = 800;
const TILE = 96;

it("keeps every piece in the tiles that show it, and culls most others", () => {
  const set = makeSet();
  const [snapshot] = randomGame(1, 1);
  if (!snapshot) throw new Error("the game has no position");
  set.show(snapshot);
  const camera = makeCamera(set, "white", { width: WIDTH, height: HEIGHT });
  camera.updateMatrixWorld();
  let [drawn, shown] = [0, 0];
  for (let y = 0; y < HEIGHT; y += TILE) {
    for (let x = 0; x < WIDTH; x += TILE) {
      camera.setViewOffset(WIDTH, HEIGHT, x, y, TILE, TILE);
      const view = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
      const frustum = new Frustum().setFromProjectionMatrix(view);
      for (const model of set.pieces.models) {
        const points = [0, 0.5, 1.5, 2.2].map((up) => model.position.clone().add(new Vector3(0, up, 0)));
        const isShown = points.some((point) => frustum.containsPoint(point));
        if (isShown) expect(isInFrustum(model, frustum)).toBe(true);
        shown += Number(isShown);
        drawn += Number(isInFrustum(model, frustum));
      }
    }
  }
  expect(shown).toBeGreaterThanOrEqual(set.pieces.models.size);
  expect(drawn).toBeLessThan(set.pieces.models.size * 9 * 10 * 0.25);
});
