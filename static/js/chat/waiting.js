/* The waiting room: says every second that somebody waits here, and how long it has been. */

import { word } from "../words.js";
import { ask } from "./asking.js";

const EVERY_MS = 1000;
const room = document.getElementById("waiting");
const form = document.querySelector(".choice-to-leave");
const title = document.title;

function say(seconds) {
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  document.getElementById("waited").textContent = word("waited", { time: `${minutes}:${rest}` });
}

function offerChoice(mayLeave) {
  document.getElementById("past-limit").hidden = !mayLeave;
  for (const button of form.querySelectorAll("button")) button.hidden = !mayLeave;
}

async function wait() {
  const { status, content } = await ask(room.dataset.waitUrl, {});
  const isKnown = status === 200;
  document.getElementById("wait-status").textContent = isKnown ? "" : word("line-down");
  if (isKnown && (content.is_seated || content.is_over)) {
    document.title = `${word("partner-here")} - ${title}`;
    window.location.replace(window.location.pathname);
    return;
  }
  if (isKnown) {
    say(content.waited_seconds);
    offerChoice(content.may_leave);
  }
  setTimeout(wait, EVERY_MS);
}

room.hidden = false;
offerChoice(form.dataset.mayLeave === "1");
wait();
