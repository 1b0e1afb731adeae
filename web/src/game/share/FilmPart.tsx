// A film of the game on the map, or of the set as it turns.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { recordOf } from "../../board/mode";
import { make } from "../../core/film";
import { text } from "../../text";
import { dialogText } from "../../text/dialogs";
import { Button } from "../../ui/Button";
import { Chips } from "../../ui/Chips";
import type { PlayPage } from "../page";
import { makeGif, makeVideo, videoType } from "./postcard";
import { Work, type Make } from "./work";
import { WorkView } from "./WorkView";

const words = dialogText.share.film;

const SUBJECTS = ["map", "set"] as const;
const SIZES = ["480", "720", "1080"] as const;
/** Milliseconds per move, by name. */
const SPEEDS = { slow: 1400, normal: 700, fast: 350 } as const;
const FORMATS = ["video", "gif"] as const;

interface Options {
  readonly subject: (typeof SUBJECTS)[number];
  readonly size: (typeof SIZES)[number];
  readonly speed: keyof typeof SPEEDS;
  readonly format: (typeof FORMATS)[number];
  readonly arrows: boolean;
  /** The plies of the first and the last frame. */
  readonly from: number;
  readonly till: number;
}

export function FilmPart({ page }: { page: PlayPage }) {
  const { store } = page.session;
  const length = store.mode.value.board.history.value.moves.length;
  const options = useSignal<Options>({
    ...{ subject: "map", size: "720", speed: "normal", arrows: false, from: 0, till: length },
    format: videoType() === null ? "gif" : "video",
  });
  const work = useMemo(() => new Work(), []);
  // What was made does not fit other options.
  useEffect(() => () => work.cancel(), [options.value, work]);
  const { subject } = options.value;
  const working = work.state.value.kind === "working";
  return (
    <>
      <Choice options={options} option="subject" values={SUBJECTS} />
      {subject === "map" ? <MapOptions options={options} length={length} /> : <SetOptions options={options} />}
      {!working && work.state.value.kind !== "made" && (
        <div class="dialog-answers">
          <Button class="primary" label={words.make} onClick={() => void work.start(maker(page, options.value))} />
        </div>
      )}
      <WorkView work={work} label={words.labels[subject]} />
    </>
  );
}

function MapOptions({ options, length }: { options: Signal<Options>; length: number }) {
  const { from, till, arrows } = options.value;
  const change = (changed: Partial<Options>): void => {
    options.value = { ...options.value, ...changed };
  };
  const ply = (event: Event, low: number, high: number): number =>
    Math.min(high, Math.max(low, Math.round(Number((event.currentTarget as HTMLInputElement).value))));
  return (
    <>
      <Choice options={options} option="size" values={SIZES} />
      <Choice options={options} option="speed" values={["slow", "normal", "fast"]} />
      <div class="field-pair">
        <label class="field">
          {words.from}
          <input
            type="number"
            min={0}
            max={till}
            value={from}
            onChange={(event) => change({ from: ply(event, 0, till) })}
          />
        </label>
        <label class="field">
          {words.till}
          <input
            type="number"
            min={from}
            max={length}
            value={till}
            onChange={(event) => change({ till: ply(event, from, length) })}
          />
        </label>
      </div>
      <label class="check">
        <input type="checkbox" checked={arrows} onChange={() => change({ arrows: !arrows })} />
        {words.arrows}
      </label>
    </>
  );
}

/** A video is smaller and smoother; a GIF moves everywhere. */
function SetOptions({ options }: { options: Signal<Options> }) {
  return (
    <>
      {videoType() !== null && <Choice options={options} option="format" values={FORMATS} />}
      <p class="hint-text">{words.setNote}</p>
    </>
  );
}

interface ChoiceProps<Option extends keyof typeof words.choices> {
  readonly options: Signal<Options>;
  readonly option: Option;
  readonly values: readonly Options[Option][];
}

function Choice<Option extends keyof typeof words.choices>({ options, option, values }: ChoiceProps<Option>) {
  const names = words.choices[option] as Readonly<Record<string, string>>;
  return (
    <Chips
      legend={words.legends[option]}
      name={`film-${option}`}
      chosen={options.value[option]}
      choices={values.map((value) => [value, names[value] ?? value] as const)}
      choose={(value) => (options.value = { ...options.value, [option]: value })}
    />
  );
}

function maker({ session: { store } }: PlayPage, options: Options): Make {
  const { subject, size, speed, format, arrows, from, till } = options;
  const type = videoType();
  if (subject === "set") {
    return (abort, progress) =>
      format === "video" && type !== null ? makeVideo(type, store, abort, progress) : makeGif(store, abort, progress);
  }
  return async (abort, progress) => {
    const record = await recordOf(store.mode.peek(), "tpgn");
    const flipped = store.view.peek().bottom === "black";
    const names: [string, string] = [text.game.side.white, text.game.side.black];
    const shown = { width: Number(size), delay: SPEEDS[speed], from, till, flipped, arrows, names };
    const bytes = await make({ kind: "film", request: { record, ...shown } }, abort, progress);
    return new File([bytes], "tri-d.gif", { type: "image/gif" });
  };
}
