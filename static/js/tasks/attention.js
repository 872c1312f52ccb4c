/* Plays the fixations as an endless clip: a dot that rests and jumps, with its trail; the search target comes first. */

const REST_MS = 330;
const JUMP_MS = 70;
const TARGET_MS = 1500;
const END_MS = 900;

const clip = document.querySelector("[data-clip]");
const fixations = Array.from(clip.querySelectorAll(".fixation"), (circle) => ({
  x: Number.parseFloat(circle.getAttribute("cx")),
  y: Number.parseFloat(circle.getAttribute("cy")),
}));
const target = clip.querySelector(".target");
const dot = clip.querySelector(".dot");
const trails = clip.querySelectorAll(".moving polyline");
const button = clip.querySelector("button");

const introMs = target ? TARGET_MS : 0;
const roundMs = introMs + fixations.length * (REST_MS + JUMP_MS) + END_MS;

/** Where the dot is after so many milliseconds of gazing, and which fixations it has left behind. */
function placeAt(ms) {
  const index = Math.min(Math.floor(ms / (REST_MS + JUMP_MS)), fixations.length - 1);
  const here = fixations[index];
  const next = fixations[index + 1] ?? here;
  const share = Math.min(Math.max((ms - index * (REST_MS + JUMP_MS) - REST_MS) / JUMP_MS, 0), 1);
  return {
    x: here.x + (next.x - here.x) * share,
    y: here.y + (next.y - here.y) * share,
    visited: fixations.slice(0, index + 1),
  };
}

function draw(elapsedMs) {
  const ms = elapsedMs % roundMs;
  target?.classList.toggle("is-over", ms >= introMs);
  const place = placeAt(Math.max(ms - introMs, 0));
  dot.setAttribute("cx", `${place.x}%`);
  dot.setAttribute("cy", `${place.y}%`);
  const points = [...place.visited, place].map(({ x, y }) => `${x},${y}`).join(" ");
  trails.forEach((trail) => trail.setAttribute("points", points));
}

let isPlaying = false;
let elapsedMs = 0;
let lastFrameAt = 0;

function step(now) {
  if (!isPlaying || !clip.isConnected) return; // the next trial's page has come in place of this one
  elapsedMs += now - lastFrameAt;
  lastFrameAt = now;
  draw(elapsedMs);
  requestAnimationFrame(step);
}

function play() {
  isPlaying = true;
  lastFrameAt = performance.now();
  clip.classList.add("is-clip");
  button.textContent = button.dataset.pause;
  requestAnimationFrame(step);
}

function pause() {
  isPlaying = false;
  button.textContent = button.dataset.play;
}

button.addEventListener("click", () => (isPlaying ? pause() : play()));
button.hidden = false;
if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
  button.textContent = button.dataset.play;
} else {
  // A picture that does not come is dealt with by the page; the clip only waits for it.
  await Promise.allSettled(Array.from(clip.querySelectorAll("img"), (image) => image.decode()));
  play();
}
