// The sounds of the set, synthesised: wood on glass, a capture, a board set down, a bell for check, a chord for the end.

/** One struck tone: where it starts, how high, how loud, how long it rings. */
export interface Strike {
  readonly at: number;
  readonly pitch: number;
  readonly loudness: number;
  readonly ring: number;
  readonly shape: OscillatorType;
}

export type SoundName = "move" | "capture" | "board" | "check" | "promotion" | "end";

const tap = (at: number, pitch: number, loudness: number): Strike[] => [
  { at, pitch, loudness, ring: 0.07, shape: "triangle" },
  { at, pitch: pitch * 2.76, loudness: loudness * 0.35, ring: 0.035, shape: "sine" },
];

const bell = (at: number, pitch: number, loudness: number): Strike[] => [
  { at, pitch, loudness, ring: 0.7, shape: "sine" },
  { at, pitch: pitch * 2.01, loudness: loudness * 0.3, ring: 0.45, shape: "sine" },
  { at, pitch: pitch * 2.98, loudness: loudness * 0.16, ring: 0.3, shape: "sine" },
];

export const VOICES: Readonly<Record<SoundName, readonly Strike[]>> = {
  move: tap(0, 310, 0.5),
  capture: [...tap(0, 240, 0.55), ...tap(0.06, 180, 0.5)],
  board: [...bell(0, 1180, 0.14), ...tap(0.16, 150, 0.55), ...tap(0.2, 220, 0.3)],
  check: [...tap(0, 310, 0.4), ...bell(0.05, 880, 0.22)],
  promotion: [...bell(0, 660, 0.18), ...bell(0.09, 880, 0.18), ...bell(0.18, 1320, 0.16)],
  end: [...bell(0, 440, 0.2), ...bell(0.12, 554, 0.18), ...bell(0.24, 659, 0.18)],
};

/** Lets a voice sound now. */
export function strike(context: AudioContext, strikes: readonly Strike[]): void {
  for (const { at, pitch, loudness, ring, shape } of strikes) {
    const start = context.currentTime + at;
    const tone = context.createOscillator();
    const level = context.createGain();
    tone.type = shape;
    tone.frequency.setValueAtTime(pitch, start);
    tone.frequency.exponentialRampToValueAtTime(pitch * 0.94, start + ring);
    level.gain.setValueAtTime(0, start);
    level.gain.linearRampToValueAtTime(loudness, start + 0.004);
    level.gain.exponentialRampToValueAtTime(0.0005, start + ring);
    tone.connect(level).connect(context.destination);
    tone.start(start);
    tone.stop(start + ring + 0.02);
  }
}
