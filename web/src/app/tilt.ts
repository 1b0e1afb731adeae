// Tilting the phone turns the camera, from how the phone was held when that was switched on. It stays on until it is
// switched off or the page is left.
import { signal, type ReadonlySignal } from "@preact/signals";
import type { SceneHandle } from "../board/sceneContract";

/** Radians that the camera turns per degree of tilt. */
const TURN = 0.02;
/** Degrees between two events beyond which the angles have wrapped around, or the screen has turned. */
const JUMP = 40;

/** Safari asks the player, who must have pressed something. */
interface AskingEvents {
  readonly requestPermission?: () => Promise<PermissionState>;
}

const on = signal(false);
export const tiltIsOn: ReadonlySignal<boolean> = on;
let stop: () => void = () => undefined;

export function canTilt(): boolean {
  return "DeviceOrientationEvent" in window && matchMedia("(pointer: coarse)").matches;
}

export async function switchTilt(scene: ReadonlySignal<SceneHandle | null>): Promise<void> {
  stop();
  on.value = !on.peek() && (await mayListen());
  if (on.peek()) stop = listen(scene);
}

async function mayListen(): Promise<boolean> {
  const { requestPermission } = DeviceOrientationEvent as AskingEvents;
  return !requestPermission || (await requestPermission().catch(() => "denied")) === "granted";
}

function listen(scene: ReadonlySignal<SceneHandle | null>): () => void {
  let last: readonly [right: number, down: number] | null = null;
  const turn = (event: DeviceOrientationEvent): void => {
    const [right, down] = onScreen(event.gamma ?? 0, event.beta ?? 0);
    const [moved, sank] = last ? [right - last[0], down - last[1]] : [0, 0];
    last = [right, down];
    if (Math.max(Math.abs(moved), Math.abs(sank)) < JUMP) scene.peek()?.turn(moved * TURN, sank * TURN);
  };
  addEventListener("deviceorientation", turn);
  return () => removeEventListener("deviceorientation", turn);
}

/** The tilt to the right and towards the player as the screen is turned. */
function onScreen(gamma: number, beta: number): readonly [right: number, down: number] {
  switch (screen.orientation.angle) {
    case 90:
      return [beta, -gamma];
    case 180:
      return [-gamma, -beta];
    case 270:
      return [-beta, gamma];
    default:
      return [gamma, beta];
  }
}
