/* A game of three: two conversations at once. It goes on when one is over and nothing is half written. */

import { word } from "../words.js";
import { ask } from "./asking.js";
import { Talk } from "./talk.js";

const EVERY_MS = 1000;
const panes = [...document.querySelectorAll(".pane")];
const open = panes.filter((pane) => !pane.dataset.over);
const over = new Set();
const said = new Map();
const enough = document.getElementById("enough");

function goOn() {
  window.location.replace(window.location.pathname);
}

function showEnough() {
  enough.disabled = ![...said.values()].every((turns) => turns >= Number(enough.dataset.least));
}

const talks = open.map((pane) => {
  said.set(pane, 0);
  return new Talk(pane, {
    told: (news) => {
      said.set(pane, Number(pane.dataset.turns) - news.turns_left);
      showEnough();
    },
    over: () => {
      over.add(pane);
      pane.classList.add("is-over");
      pane.querySelector('[data-part="partner-state"]').textContent = word("talk-over");
    },
  });
});

setInterval(() => {
  const isHalfWritten = talks.some((talk) => !over.has(talk.root) && (talk.text.value || talk.outbox.waiting.length));
  if (over.size === open.length || (over.size && !isHalfWritten)) goOn();
}, EVERY_MS);

document.getElementById("end").addEventListener("click", () => document.getElementById("end-dialog").showModal());
document.getElementById("end-dialog").addEventListener("close", async (event) => {
  if (event.target.returnValue !== "end") return;
  await Promise.all(panes.map((pane) => ask(pane.dataset.leaveUrl, {})));
  goOn();
});
