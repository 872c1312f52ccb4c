/* A page of a visit: measures from the painted stimulus, shows the waiting time, sends each answer until it arrives. */

import { markReady, showCountdown } from "./visit/countdown.js";
import { watchHandling } from "./visit/handling.js";
import { listenForKeys } from "./visit/keys.js";
import { leaveOut, offerToLeaveOut } from "./visit/missing.js";
import { countMsSince, fetchAhead, noteFirst, stimulusPainted } from "./visit/painting.js";
import { Sender, findAddress, forgetBehind } from "./visit/sending.js";
import { prepareStatus } from "./visit/showing.js";
import { watchPage } from "./visit/watching.js";

// A page taken back from the browser's memory may be out of date; the address always shows where the visit stands.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.location.replace(findAddress());
});

const form = document.querySelector("form.visit-form");
const stimulus = document.getElementById("stimulus");
const step = form?.elements.step?.value ?? "";
const gate = { isOpen: stimulus === null };
let paintedAt = null;

async function measure() {
  paintedAt = await stimulusPainted(stimulus, () => offerToLeaveOut(form));
  if (paintedAt === null) {
    leaveOut(form);
    return;
  }
  form.querySelector(".put-aside")?.setAttribute("hidden", "");
  const first = noteFirst(step);
  form.elements.painted.value = String(first);
  fetchAhead();
  const waitSeconds = Number(form.dataset.waitSeconds) - countMsSince(first) / 1000;
  await showCountdown(form, Number(form.dataset.secondsLeft) || waitSeconds);
  gate.isOpen = true;
  markReady(form, true);
}

function openTrial() {
  markReady(form, false);
  watchPage(form, stimulus);
  watchHandling(form, () => paintedAt);
  form.addEventListener("formdata", (event) => {
    if (paintedAt !== null) event.formData.set("rt_ms", String(Math.round(performance.now() - paintedAt)));
  });
  measure();
}

forgetBehind(step);
if (form?.elements.utc_offset) form.elements.utc_offset.value = String(-new Date().getTimezoneOffset());
if (step) {
  prepareStatus(form);
  const hasUnsent = new Sender(form, gate).resume();
  if (form.querySelector(".keys")) listenForKeys(form);
  if (stimulus !== null && !hasUnsent) openTrial();
}
