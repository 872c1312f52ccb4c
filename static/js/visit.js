/* A page of a visit: measures from the painted stimulus, shows the waiting time, sends each answer once. */

import { markReady, showCountdown } from "./visit/countdown.js";
import { listenForKeys } from "./visit/keys.js";
import { reportPainted, stimulusPainted } from "./visit/painting.js";
import { guardSubmission } from "./visit/submitting.js";
import { watchPage } from "./visit/watching.js";

// A page taken back from the browser's memory may be out of date; the address always shows where the visit stands.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.location.replace(window.location.href);
});

const form = document.querySelector("form.visit-form");
const stimulus = document.getElementById("stimulus");

async function measure(trialForm, gate) {
  const paintedAt = await stimulusPainted(stimulus);
  trialForm.elements.painted.value = String(Math.round(paintedAt));
  trialForm.addEventListener("formdata", (event) => {
    event.formData.set("rt_ms", String(Math.round(performance.now() - paintedAt)));
  });
  await reportPainted(trialForm.dataset.paintedUrl, trialForm.elements.step.value);
  const seconds = Number(trialForm.dataset.secondsLeft) || Number(trialForm.dataset.minSeconds);
  await showCountdown(trialForm, seconds);
  gate.isOpen = true;
  markReady(trialForm, true);
}

if (form) {
  const isTrial = stimulus !== null;
  const gate = { isOpen: !isTrial };
  guardSubmission(form, gate);
  if (isTrial) {
    markReady(form, false);
    watchPage(form, stimulus);
    listenForKeys(form);
    measure(form, gate);
  }
}
