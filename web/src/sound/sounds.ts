// The synthesised sounds: a tap for a move, two for a capture, bells for check, promotion and the end of the game.

/** One decaying oscillator tone; times in seconds, frequency in hertz. */
export interface Note {
  /** Delay after the start of the sound. */
  readonly start: number;
  readonly frequency: number;
  readonly gain: number;
  readonly duration: number;
  readonly waveform: OscillatorType;
}

export type SoundName = "move" | "capture" | "board" | "check" | "promotion" | "end";

const tap = (start: number, frequency: number, gain: number): Note[] => [
  { start, frequency, gain, duration: 0.07, waveform: "triangle" },
  { start, frequency: frequency * 2.76, gain: gain * 0.35, duration: 0.035, waveform: "sine" },
];

const bell = (start: number, frequency: number, gain: number): Note[] => [
  { start, frequency, gain, duration: 0.7, waveform: "sine" },
  { start, frequency: frequency * 2.01, gain: gain * 0.3, duration: 0.45, waveform: "sine" },
  { start, frequency: frequency * 2.98, gain: gain * 0.16, duration: 0.3, waveform: "sine" },
];

export const SOUNDS: Readonly<Record<SoundName, readonly Note[]>> = {
  move: tap(0, 310, 0.5),
  capture: [...tap(0, 240, 0.55), ...tap(0.06, 180, 0.5)],
  board: [...bell(0, 1180, 0.14), ...tap(0.16, 150, 0.55), ...tap(0.2, 220, 0.3)],
  check: [...tap(0, 310, 0.4), ...bell(0.05, 880, 0.22)],
  promotion: [...bell(0, 660, 0.18), ...bell(0.09, 880, 0.18), ...bell(0.18, 1320, 0.16)],
  end: [...bell(0, 440, 0.2), ...bell(0.12, 554, 0.18), ...bell(0.24, 659, 0.18)],
};

/** Schedules the notes on the audio context, starting now. */
export function playNotes(context: AudioContext, notes: readonly Note[]): void {
  for (const { start, frequency, gain, duration, waveform } of notes) {
    const from = context.currentTime + start;
    const oscillator = context.createOscillator();
    const envelope = context.createGain();
    oscillator.type = waveform;
    oscillator.frequency.setValueAtTime(frequency, from);
    oscillator.frequency.exponentialRampToValueAtTime(frequency * 0.94, from + duration);
    envelope.gain.setValueAtTime(0, from);
    envelope.gain.linearRampToValueAtTime(gain, from + 0.004);
    envelope.gain.exponentialRampToValueAtTime(0.0005, from + duration);
    oscillator.connect(envelope).connect(context.destination);
    oscillator.start(from);
    oscillator.stop(from + duration + 0.02);
  }
}
