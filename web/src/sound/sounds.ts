// The synthesised sounds. A struck body rings in several modes, and higher ones fade sooner; a click of noise is the touch
// itself, and filtered noise is a sliding board. Every sound is computed once, as samples.
import type { FamilyName } from "../board/view";

export const SOUND_NAMES = ["move", "capture", "board", "check", "promotion", "end"] as const;
export type SoundName = (typeof SOUND_NAMES)[number];
export const MATERIALS = ["glass", "metal", "wood"] as const;
/** What the pieces are made of. */
export type Material = (typeof MATERIALS)[number];

/** The pieces of each set. */
export const MATERIAL_OF: Readonly<Record<FamilyName, Material>> = {
  amber: "metal",
  chrome: "metal",
  gold: "metal",
  walnut: "wood",
  ivory: "glass",
  neon: "glass",
  blueprint: "wood",
  contrast: "metal",
};

/** Times in seconds, frequencies in hertz. */
interface Body {
  readonly frequency: number;
  /** Frequency relative to the lowest mode, time to fade to a third, and loudness. */
  readonly modes: readonly (readonly [ratio: number, decay: number, gain: number])[];
  /** The loudness of the touch. */
  readonly click: number;
}

/** A glass figure on glass, a metal one on glass, a wooden one on a board: the higher modes are not multiples. */
const FIGURES: Readonly<Record<Material, Body>> = {
  glass: {
    frequency: 1640,
    modes: [
      [1, 0.09, 0.5],
      [1.63, 0.06, 0.32],
      [2.74, 0.04, 0.22],
      [4.11, 0.02, 0.12],
      [0.24, 0.02, 0.7],
    ],
    click: 0.25,
  },
  metal: {
    frequency: 980,
    modes: [
      [1, 0.15, 0.36],
      [1.51, 0.11, 0.3],
      [2.33, 0.08, 0.26],
      [3.62, 0.05, 0.18],
      [5.4, 0.03, 0.1],
      [0.27, 0.025, 0.8],
    ],
    click: 0.35,
  },
  wood: {
    frequency: 420,
    modes: [
      [1, 0.032, 0.8],
      [2.57, 0.018, 0.45],
      [4.84, 0.009, 0.25],
      [0.45, 0.03, 0.5],
    ],
    click: 0.5,
  },
};

const BELL: Body = {
  frequency: 1,
  modes: [
    [1, 0.42, 0.5],
    [2.76, 0.2, 0.2],
    [5.4, 0.09, 0.1],
    [2, 0.3, 0.16],
  ],
  click: 0.04,
};

/** What happens in a sound, in order of time. */
type Part =
  | { readonly kind: "strike"; readonly at: number; readonly gain: number; readonly body: Body }
  | { readonly kind: "slide"; readonly at: number; readonly gain: number; readonly seconds: number };

const strike = (at: number, gain: number, body: Body, pitch = 1): Part => ({
  kind: "strike",
  at,
  gain,
  body: { ...body, frequency: body.frequency * pitch },
});
const bell = (at: number, gain: number, frequency: number): Part => strike(at, gain, BELL, frequency);

const PARTS: Readonly<Record<SoundName, (figure: Body) => readonly Part[]>> = {
  move: (figure) => [strike(0, 0.6, figure)],
  // The figures touch, then the one that stays is set down.
  capture: (figure) => [strike(0, 0.5, figure, 1.22), strike(0.075, 0.7, figure, 0.92)],
  // The board slides off its pin and is pushed onto the other, which is of metal in every set.
  board: () => [
    { kind: "slide", at: 0, gain: 0.5, seconds: 0.24 },
    strike(0.22, 0.6, FIGURES.metal, 0.7),
    strike(0.26, 0.35, FIGURES.glass, 0.6),
  ],
  check: (figure) => [strike(0, 0.5, figure), bell(0.06, 0.34, 880), bell(0.14, 0.26, 1175)],
  promotion: () => [bell(0, 0.3, 659), bell(0.09, 0.3, 880), bell(0.18, 0.3, 1319)],
  end: (figure) => [strike(0, 0.5, figure), bell(0.05, 0.34, 220), bell(0.17, 0.28, 330), bell(0.29, 0.28, 440)],
};

/** How long a touch and the start of a ring take. */
const TOUCH = 0.0011;
const CLICK_DECAY = 0.0035;
/** Quieter than this is silence. */
const SILENCE = 0.0008;

/** The sound as samples between -1 and 1. */
export function render(name: SoundName, material: Material, rate: number): Float32Array<ArrayBuffer> {
  const parts = PARTS[name](FIGURES[material]);
  const samples = new Float32Array(Math.ceil(Math.max(...parts.map(endOf)) * rate));
  const noise = noiseFrom(SOUND_NAMES.indexOf(name) + 1);
  for (const part of parts) {
    if (part.kind === "strike") addStrike(samples, rate, part, noise);
    else addSlide(samples, rate, part, noise);
  }
  // Loud moments are bent, not cut off.
  return samples.map((sample) => Math.tanh(sample));
}

function endOf(part: Part): number {
  if (part.kind === "slide") return part.at + part.seconds;
  return part.at + Math.max(...part.body.modes.map(([, decay]) => decay)) * Math.log(1 / SILENCE);
}

function addStrike(samples: Float32Array, rate: number, part: Part & { kind: "strike" }, noise: () => number): void {
  const { at, gain, body } = part;
  const from = Math.round(at * rate);
  for (const [ratio, decay, loudness] of body.modes) {
    const step = (2 * Math.PI * body.frequency * ratio) / rate;
    const last = Math.min(samples.length, from + Math.ceil(decay * Math.log(1 / SILENCE) * rate));
    for (let index = from; index < last; index++) {
      const time = (index - from) / rate;
      const envelope = (1 - Math.exp(-time / TOUCH)) * Math.exp(-time / decay);
      samples[index] = (samples[index] ?? 0) + gain * loudness * envelope * Math.sin(step * (index - from));
    }
  }
  const click = Math.min(samples.length, from + Math.ceil(CLICK_DECAY * 7 * rate));
  for (let index = from; index < click; index++) {
    const fade = Math.exp(-(index - from) / rate / CLICK_DECAY);
    samples[index] = (samples[index] ?? 0) + gain * body.click * fade * noise();
  }
}

/** Noise through a rising resonance, like a board that speeds up. */
function addSlide(samples: Float32Array, rate: number, part: Part & { kind: "slide" }, noise: () => number): void {
  const { at, gain, seconds } = part;
  const from = Math.round(at * rate);
  const count = Math.min(samples.length - from, Math.round(seconds * rate));
  let [low, band] = [0, 0];
  for (let index = 0; index < count; index++) {
    const progress = index / count;
    const tune = 2 * Math.sin((Math.PI * (500 + 1100 * progress)) / rate);
    low += tune * band;
    band += tune * (noise() - low - 0.5 * band);
    samples[from + index] = (samples[from + index] ?? 0) + gain * band * Math.sin(Math.PI * progress) ** 2;
  }
}

/** Noise that is the same every time. */
function noiseFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  };
}

const buffers = new Map<string, AudioBuffer>();

/** Plays the sound now. */
export function playSamples(context: AudioContext, name: SoundName, material: Material, volume: number): void {
  const key = `${name} ${material}`;
  let buffer = buffers.get(key);
  if (!buffer) {
    const samples = render(name, material, context.sampleRate);
    buffer = context.createBuffer(1, samples.length, context.sampleRate);
    buffer.copyToChannel(samples, 0);
    buffers.set(key, buffer);
  }
  const source = context.createBufferSource();
  const gain = context.createGain();
  source.buffer = buffer;
  gain.gain.value = volume;
  source.connect(gain).connect(context.destination);
  source.start();
}
