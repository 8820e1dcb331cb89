// Short tones of wood, stone and bell, made on the spot. Off until somebody wants them.

const KEY = "ludotheque-sound";
const TONES = { move: [220, 0.09, "triangle"], beat: [70, 0.16, "sine"], turn: [523, 0.22, "sine"], over: [392, 0.6, "sine"] }; // hertz, seconds, colour
let context = null;

export const isOn = () => localStorage.getItem(KEY) === "on";

/** Turn sounds on or off; answers whether they are on now. */
export function toggle() {
  localStorage.setItem(KEY, isOn() ? "off" : "on");
  play("turn");
  return isOn();
}

export function play(name) {
  if (!isOn()) return;
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
