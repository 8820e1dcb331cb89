// Short synthesised tones of wood, stone and bell. Off by default.
import { setting } from "./settings.js";

/** @type {Record<"move" | "beat" | "turn" | "over", [number, number, OscillatorType]>} */
const TONES = {
  move: [220, 0.09, "triangle"],
  beat: [70, 0.16, "sine"],
  turn: [523, 0.22, "sine"],
  over: [392, 0.6, "sine"],
}; // hertz, seconds, colour
/** @type {AudioContext | null} */
let context = null;

/** @param {keyof typeof TONES} name */
export function play(name) {
  if (setting("sounds") !== "on") return;
  context ??= new AudioContext();
  const [pitch, length, color] = TONES[name];
  const [tone, volume, now] = [context.createOscillator(), context.createGain(), context.currentTime];
  tone.type = color;
  tone.frequency.setValueAtTime(pitch, now);
  volume.gain.setValueAtTime(0.16, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + length);
}
