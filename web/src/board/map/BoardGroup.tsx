// A main board of the map with its attack boards and free pins.
import type { Signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import type { Store } from "../store";
import { pinText } from "../statusText";
import { text } from "../../text";
import type { PinName, SquareName } from "../../wire/world";
import { debugName } from "./debugName";
import { restoreFocus } from "./focus";
import { LandingPreview } from "./LandingPreview";
import type { Area, Group, PlacedPin } from "./layout";
import { landingClass, SquareButton, squareStyle } from "./SquareButton";

interface GroupProps {
  group: Group;
  store: Store;
  /** The square that Tab focuses. */
  current: Signal<SquareName>;
}

export function BoardGroup({ group, store, current }: GroupProps) {
  const tracks = group.tracks.map((used) => (used ? "var(--cell)" : "var(--gap)")).join(" ");
  return (
    <div
      class="map-group"
      data-level={group.level}
      style={{ gridTemplateColumns: tracks, gridTemplateRows: `repeat(${group.rows}, calc(var(--cell) / 2))` }}
    >
      <span class="map-level" style={above(group)} aria-hidden="true">
        <b>{group.level}</b> {text.map.mainBoard[group.level]}
      </span>
      <div class="map-board map-main" style={areaStyle(group.main)} />
      <div
        class="map-cells"
        role="group"
        aria-label={text.map.mainBoardLabel(text.game.mainBoard[group.level] ?? "", group.level)}
      >
        {group.squares.map((placed) => (
          <SquareButton key={placed.square} placed={placed} store={store} current={current} />
        ))}
      </div>
      {group.pins.map((placed) => (
        <Pin key={placed.pin} placed={placed} store={store} current={current} />
      ))}
    </div>
  );
}

function Pin({ placed, store, current }: { placed: PlacedPin; store: Store; current: Signal<SquareName> }) {
  const board = store.snapshot.value.boards.find((each) => each.pin === placed.pin);
  return board ? (
    <AttackBoard placed={placed} store={store} current={current} />
  ) : (
    <FreePin placed={placed} store={store} />
  );
}

/** Keeps the focus on a pin when its board leaves or a board arrives, which replaces the focused element. */
function useFocusOnPin(store: Store, pin: PinName): void {
  useLayoutEffect(
    () => () => {
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement) || !focused.closest(".map")) return;
      const { square, pin: own } = focused.dataset;
      const focusedPin = square === undefined ? own : store.index.squares.get(square)?.pin;
      if (focusedPin === pin) restoreFocus(focused);
    },
    [store, pin],
  );
}

function AttackBoard({ placed, store, current }: { placed: PlacedPin; store: Store; current: Signal<SquareName> }) {
  const { pin } = placed;
  useFocusOnPin(store, pin);
  const board = store.snapshot.value.boards.find((each) => each.pin === pin);
  if (!board) return null;
  const selected = isSelected(store, pin);
  const classes = ["map-board", `owner-${board.owner}`, selected && "selected", ...marks(store, pin)];
  const handle = handleArea(store, placed);
  const holder = board.controller === board.owner ? null : board.controller;
  const turn = store.landings.value.find(({ square }) => store.index.squares.get(square)?.pin === pin);
  const name = text.game.board(board);
  return (
    <>
      <div class={classes.filter(Boolean).join(" ")} style={areaStyle(placed.area)} />
      <div class="map-cells" role="group" aria-label={text.map.attackBoard(board.owner, pin)}>
        {placed.squares.map((square) => (
          <SquareButton key={square.square} placed={square} store={store} current={current} />
        ))}
      </div>
      <button
        type="button"
        class={[
          "map-handle",
          `owner-${board.owner}`,
          board.movable && store.mayMove.value && "movable",
          selected && "selected",
          holder && "held",
          handle !== placed.handle && "narrow",
        ]
          .filter(Boolean)
          .join(" ")}
        style={areaStyle(handle)}
        data-pin={pin}
        aria-label={turn ? `${name}, ${text.map.turnsBy(turn.square)}` : name}
        aria-pressed={selected}
        title={name}
        onClick={() => store.pickPin(pin)}
        onPointerEnter={() => store.hoverPin(pin)}
        onPointerLeave={() => store.hoverPin(null)}
      >
        <span class="map-handle-pin">{pin} </span>
        <span class="map-handle-owner">{holder ? text.map.controls(holder) : text.map.owner(board.owner)}</span>
      </button>
    </>
  );
}

function FreePin({ placed, store }: { placed: PlacedPin; store: Store }) {
  const { pin } = placed;
  useFocusOnPin(store, pin);
  const target = store.pinTargets.value.get(pin);
  const choice = store.choice.value;
  const landings = choice?.kind === "landing" && choice.to === pin ? choice.landings : [];
  const chosen = landings.length > 0;
  const classes = ["map-pin", target && "target", chosen && "chosen", ...marks(store, pin)];
  const name = target ? text.map.moveBoard(pin, target.forces) : text.map.freePin(pin, pinText(store.index, pin));
  return (
    <>
      <button
        type="button"
        class={classes.filter(Boolean).join(" ")}
        style={areaStyle(placed.area)}
        data-pin={pin}
        aria-label={name}
        title={name}
        tabIndex={target || store.mode.value.drawing || store.mode.value.editing ? 0 : -1}
        onClick={() => store.pickPin(pin)}
        onFocus={() => store.hoverPin(pin)}
        onPointerEnter={() => store.hoverPin(pin)}
        onPointerLeave={() => store.hoverPin(null)}
      >
        {!chosen && <span>{pin}</span>}
      </button>
      {store.view.value.debug &&
        placed.squares.map(({ square, ...cell }) => (
          <span key={square} class="map-hidden" style={squareStyle(cell)} data-text={debugName(store.index, square)} />
        ))}
      {placed.squares.map(({ square, ...cell }) => {
        const landing = landings.find((each) => each.square === square);
        return (
          landing && (
            <button
              key={square}
              type="button"
              class={landingClass("map-landing", landing)}
              style={squareStyle(cell)}
              data-square={square}
              aria-label={text.map.landing(square, landing.turned)}
              onClick={() => store.pickSquare(square)}
            >
              <LandingPreview landing={landing} store={store} />
            </button>
          )
        );
      })}
    </>
  );
}

function isSelected(store: Store, pin: PinName): boolean {
  const selected = store.selection.value;
  return selected?.kind === "board" && selected.pin === pin;
}

/** Classes of a pin for the last move, a hint and an error. */
function marks(store: Store, pin: PinName): (string | false)[] {
  return [
    store.last.value.pins.includes(pin) && "last",
    store.hint.value.pins.includes(pin) && "hint",
    store.error.value?.reasons[0]?.pins.includes(pin) === true && "pointed",
  ];
}

/** In a compact stack two boards of one side share the strip between them. */
function handleArea(store: Store, { handle, sharedHandle, opposite }: PlacedPin): Area {
  const shared = store.snapshot.value.boards.some((each) => each.pin === opposite);
  return shared ? (sharedHandle ?? handle) : handle;
}

function areaStyle({ column, row, columns, rows }: Area) {
  return { gridColumn: `${column} / span ${columns}`, gridRow: `${row} / span ${rows}` };
}

/** The level's name is in the free row above the main board. */
function above({ main }: Group) {
  return { gridColumn: `${main.column} / span ${main.columns}`, gridRow: main.row - 1 };
}
