// A picture of the position: the map as PNG or SVG, or the set as it stands in the 3D view.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { recordOf } from "../../board/mode";
import { make } from "../../core/film";
import { dialogText } from "../../text/dialogs";
import { Chips } from "../../ui/Chips";
import type { PlayPage } from "../page";
import { drawSet } from "./postcard";
import { Work, type Make } from "./work";
import { WorkView } from "./WorkView";

const KINDS = ["png", "svg", "set"] as const;
type Kind = (typeof KINDS)[number];

/** The width of the map in pixels. */
const WIDTH = 1600;

const words = dialogText.share.picture;

export function PicturePart({ page }: { page: PlayPage }) {
  const { store } = page.session;
  const kind = useSignal<Kind>("png");
  const work = useMemo(() => new Work(), []);
  useEffect(() => {
    void work.start(maker(page, kind.value));
    return () => work.cancel();
  }, [page, kind.value, store.snapshot.value.tfen, work]);
  return (
    <>
      <Chips
        legend={words.kind}
        name="picture"
        chosen={kind.value}
        choices={KINDS.map((each) => [each, words.kinds[each]])}
        choose={(chosen) => (kind.value = chosen)}
      />
      <WorkView work={work} label={words.label} />
    </>
  );
}

function maker({ session: { store } }: PlayPage, kind: Kind): Make {
  return async (abort, progress) => {
    if (kind === "set") return drawSet(store, abort);
    const tfen = await recordOf(store.mode.peek(), "tfen");
    const flipped = store.view.peek().bottom === "black";
    if (kind === "svg") {
      const bytes = await make({ kind, tfen, flipped }, abort, progress);
      return new File([bytes], "tri-d.svg", { type: "image/svg+xml" });
    }
    const bytes = await make({ kind, tfen, flipped, width: WIDTH }, abort, progress);
    return new File([bytes], "tri-d.png", { type: "image/png" });
  };
}
