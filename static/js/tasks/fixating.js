/* Where somebody rested, from where a window was at each moment: dispersion and duration (Salvucci, Goldberg 2000). */

const LEAST_MS = 150; // a rest of the window counts from here
const SPREAD = 0.05; // of the image's width: within it the window counts as resting
const LONGEST_GAP_MS = 250; // without a sample for longer, a rest is over
const MOST = 200;
const DIGITS = 4;

function round(value) {
  return Number(value.toFixed(DIGITS));
}

/** Collects samples; x and y are fractions of the image's width and height, `height` is its height in widths. */
export class Rests {
  constructor(height) {
    this.height = height;
    this.found = [];
    this.samples = [];
  }

  note(ms, x, y) {
    const last = this.samples.at(-1);
    if (last && ms - last.ms > LONGEST_GAP_MS) this.end();
    const all = [...this.samples, { ms, x, y }];
    if (this.measureSpread(all) > SPREAD) {
      this.end();
      this.samples = [{ ms, x, y }];
    } else {
      this.samples = all;
    }
  }

  measureSpread(samples) {
    const xs = samples.map((sample) => sample.x);
    const ys = samples.map((sample) => sample.y * this.height);
    return Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys);
  }

  /** The window is gone, or somewhere else. */
  end() {
    const { samples } = this;
    this.samples = [];
    if (samples.length < 2 || this.found.length >= MOST) return;
    const duration = samples.at(-1).ms - samples[0].ms;
    if (duration < LEAST_MS) return;
    const mean = (name) => round(samples.reduce((sum, sample) => sum + sample[name], 0) / samples.length);
    this.found.push({ x: mean("x"), y: mean("y"), onset: Math.round(samples[0].ms), duration: Math.round(duration) });
  }

  /** All rests so far, the one that goes on included. */
  list() {
    const open = this.samples;
    this.end();
    const rests = [...this.found];
    this.samples = open.slice(-1);
    return rests;
  }
}
