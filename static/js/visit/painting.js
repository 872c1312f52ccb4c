/* Says when the stimulus is on the screen: every image decoded, then two animation frames. */

import { keep, recall } from "./keeping.js";

const TRIES = 3;
const FIRST_PAUSE_MS = 1000;
const SLOW_MS = 10000;
const FIRST = "turingapp-painted";

function pause(ms) {
  return new Promise((resolve) => { setTimeout(resolve, ms); });
}

function nextFrame() {
  return new Promise((resolve) => { requestAnimationFrame(resolve); });
}

// Without a connection no picture is broken yet.
function untilOnline() {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve) => { window.addEventListener("online", resolve, { once: true }); });
}

// A lost image is asked for again, a little later each time.
async function decode(image) {
  for (let number = 1; number <= TRIES; number += 1) {
    try {
      await image.decode();
      return true;
    } catch {
      if (number === TRIES) return false;
      await pause(FIRST_PAUSE_MS * number ** 2);
      await untilOnline();
      image.src = image.getAttribute("src");
    }
  }
  return false;
}

/** Resolve with the time of the painted stimulus, or with null where an image cannot be had; `onSlow` is called once. */
export async function stimulusPainted(stimulus, onSlow) {
  const timer = setTimeout(onSlow, SLOW_MS);
  const decoded = await Promise.all(Array.from(stimulus.querySelectorAll("img"), decode));
  clearTimeout(timer);
  if (decoded.includes(false)) return null;
  await nextFrame();
  await nextFrame();
  return performance.now();
}

// A clock that goes on over reloads; it may be wrong, since only the time between two readings is told.
function readClock() {
  return performance.timeOrigin + performance.now();
}

/** When the stimulus of this step was first painted: now, or before a reload. */
export function noteFirst(step) {
  const now = readClock();
  const [keptStep, first] = JSON.parse(recall(FIRST) ?? "[]");
  if (keptStep === step && first <= now) return first;
  keep(FIRST, JSON.stringify([step, now]));
  return now;
}

/** How long ago that was. */
export function countMsSince(painted) {
  return Math.ceil(readClock() - painted);
}

/** Fetch the pictures of the next trials where a browser does not do that by itself. */
export function fetchAhead() {
  for (const link of document.querySelectorAll("link[rel=prefetch]")) {
    if (!link.relList.supports?.("prefetch")) new Image().src = link.href;
  }
}
