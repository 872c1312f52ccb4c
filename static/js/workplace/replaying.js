/* Replays a conversation in the pace in which its speakers saw it come; without scripts all of it stands there. */

import { word } from "../words.js";

const TICK_MS = 100;

const controls = document.getElementById("replay");
const turns = Array.from(document.querySelectorAll("#said [data-after-ms]"));
const play = document.getElementById("replay-play");
const speed = document.getElementById("replay-speed");
const slider = document.getElementById("replay-at");
const time = document.getElementById("replay-time");

const times = turns.map((turn) => Number(turn.dataset.afterMs));
const endMs = Math.max(0, ...times);
let nowMs = endMs;
let timer = null;
let tickedAt = 0;

function write(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function draw() {
  turns.forEach((turn, number) => {
    turn.hidden = times[number] > nowMs;
  });
  slider.value = Math.ceil(nowMs / 1000);
  time.textContent = word("time-of", { time: write(nowMs), end: write(endMs) });
  slider.setAttribute("aria-valuetext", time.textContent);
}

function pause() {
  clearInterval(timer);
  timer = null;
  play.textContent = word(nowMs < endMs ? "go-on" : "replay");
}

function tick() {
  const at = performance.now();
  nowMs = Math.min(endMs, nowMs + (at - tickedAt) * Number(speed.value));
  tickedAt = at;
  draw();
  if (nowMs >= endMs) pause();
}

function start() {
  if (nowMs >= endMs) nowMs = 0;
  tickedAt = performance.now();
  timer = setInterval(tick, TICK_MS);
  play.textContent = word("pause");
  draw();
}

if (turns.length) {
  slider.max = Math.ceil(endMs / 1000);
  controls.hidden = false;
  draw();
  play.addEventListener("click", () => (timer === null ? start() : pause()));
  slider.addEventListener("input", () => {
    nowMs = Math.min(endMs, Number(slider.value) * 1000);
    draw();
    if (timer === null) pause();
  });
}
