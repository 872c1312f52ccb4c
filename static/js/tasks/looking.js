/* Lets a person look around in a blurred image through a sharp window, and records where it rested and when. */

import { Rests } from "./fixating.js";

const RADIUS = 0.09; // of the window, in widths of the image
const STEP = 0.04; // by an arrow key
const KEYS = new Map([["ArrowLeft", [-1, 0]], ["ArrowRight", [1, 0]], ["ArrowUp", [0, -1]], ["ArrowDown", [0, 1]]]);

const peek = document.querySelector("[data-peek]");
const cover = peek.querySelector("[data-cover]");
const sharp = peek.querySelector(".sharp");
const start = peek.querySelector("[data-start]");
const form = document.getElementById("answers");
const rests = new Rests(sharp.getAttribute("height") / sharp.getAttribute("width"));
const used = { mouse: 0, touch: 0, keys: 0 };
let startedAt = null;
let place = null; // where the window is, as fractions; null where there is none

function clamp(value) {
  return Math.min(Math.max(value, 0), 1);
}

function draw() {
  const width = sharp.clientWidth;
  sharp.style.clipPath = place
    ? `circle(${RADIUS * width}px at ${place.x * 100}% ${place.y * 100}%)`
    : "circle(0)";
}

function moveTo(x, y, by) {
  place = { x: clamp(x), y: clamp(y) };
  used[by] += 1;
  draw();
}

function leave() {
  place = null;
  rests.end();
  draw();
}

function sample() {
  if (!peek.isConnected) return; // the next page has come in place of this one
  if (place !== null) rests.note(performance.now() - startedAt, place.x, place.y);
  requestAnimationFrame(sample);
}

function onPointer(event) {
  if (startedAt === null) return;
  const box = sharp.getBoundingClientRect();
  const by = event.pointerType === "mouse" ? "mouse" : "touch";
  moveTo((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height, by);
}

function onKey(event) {
  if (startedAt === null || !KEYS.has(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const [dx, dy] = KEYS.get(event.key);
  const from = place ?? { x: 0.5, y: 0.5 };
  moveTo(from.x + dx * STEP, from.y + (dy * STEP) / rests.height, "keys");
}

function begin() {
  cover.hidden = true;
  startedAt = performance.now();
  peek.focus({ preventScroll: true });
  requestAnimationFrame(sample);
}

function describe() {
  const found = rests.list();
  const [window] = Object.entries(used).sort((a, b) => b[1] - a[1])[0];
  return JSON.stringify({
    fixations: found.map((rest) => [rest.x, rest.y]),
    durations_ms: found.map((rest) => rest.duration),
    onsets_ms: found.map((rest) => rest.onset),
    window,
  });
}

start.hidden = false;
start.addEventListener("click", begin);
for (const type of ["pointermove", "pointerdown"]) peek.addEventListener(type, onPointer);
for (const type of ["pointerleave", "pointercancel"]) peek.addEventListener(type, leave);
peek.addEventListener("keydown", onKey);
window.addEventListener("resize", draw);
form?.addEventListener("formdata", (event) => event.formData.set("gaze", describe()));
