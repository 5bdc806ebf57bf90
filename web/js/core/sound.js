// @ts-check
// Sounds, made of a few tones each by the browser's own synthesiser: short, soft, and quiet. There are no files.

/** @import { Sound } from "./sounds.js" */
/** A tone: its pitch in hertz, when it starts and how long it sounds in seconds, how loud, and its shape.
 * @typedef {[number, number, number, number, OscillatorType?]} Tone */

/** @type {Record<Sound, Tone[]>} */
const TONES = {
  // A tap on wood: a low tone that is gone at once, and a little of a high one.
  move: [[220, 0, 0.07, 0.5], [880, 0, 0.02, 0.12, "triangle"]],
  push: [[146.8, 0, 0.1, 0.6], [98, 0.02, 0.09, 0.35]],
  place: [[164.8, 0, 0.12, 0.6], [329.6, 0, 0.04, 0.2, "triangle"]],
  blocked: [[92.5, 0, 0.09, 0.35]],
  // A fifth and an octave upwards; a third downwards.
  solved: [[523.3, 0, 0.16, 0.35], [784, 0.1, 0.18, 0.35], [1046.5, 0.2, 0.42, 0.35]],
  lost: [[392, 0, 0.2, 0.3], [311.1, 0.16, 0.36, 0.3]],
};

/** @type {AudioContext | null} */
let context = null;

/** @param {Sound} what @param {number} volume from 0 to 1 */
export function make(what, volume) {
  context ??= new AudioContext();
  // A browser lets nothing be heard before somebody has touched the page.
  if (context.state === "suspended") context.resume();
  const start = context.currentTime + 0.005;
  for (const [pitch, after, long, loud, shape = "sine"] of TONES[what]) {
    const tone = new OscillatorNode(context, { type: shape, frequency: pitch });
    const gain = new GainNode(context, { gain: 0 });
    const from = start + after;
    // Ears hear loudness by ratios.
    gain.gain.setValueAtTime(0.0001, from);
    gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, loud * volume * volume), from + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + long);
    tone.connect(gain).connect(context.destination);
    tone.start(from);
    tone.stop(from + long + 0.02);
  }
}
