// The rider of the selected board on the square where it would land.
import { text } from "../../text";
import type { Landing } from "../choice";
import type { Store } from "../store";
import { PieceIcon } from "./pieces";

export function LandingPreview({ landing: { from, turned }, store }: { landing: Landing; store: Store }) {
  const rider = store.pieceAt.value.get(from);
  return (
    <span class="landing-preview" aria-hidden="true">
      {rider && <PieceIcon kind={rider.kind} color={rider.color} />}
      <b>{text.map.landingSign(turned)}</b>
    </span>
  );
}
