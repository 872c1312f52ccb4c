/* Shows on the button how long to look before answering. The server is the judge of it; this is display only. */

import { countWord } from "../words.js";

const TICK_MS = 100;

function findButton(form) {
  return form.querySelector(".next .button");
}

/** Show the form's button as not ready or ready; it keeps the focus either way. */
export function markReady(form, isReady) {
  if (isReady) findButton(form).removeAttribute("aria-disabled");
  else findButton(form).setAttribute("aria-disabled", "true");
}

/** Count down on the form's button; resolve when it is over. */
export function showCountdown(form, seconds) {
  const button = findButton(form);
  const status = form.querySelector(".status");
  if (!(seconds > 0)) return Promise.resolve();
  const endsAt = performance.now() + seconds * 1000;
  const label = button.textContent;
  const whole = Math.ceil(seconds);
  button.textContent = `${label} (${whole})`;
  status.textContent = countWord("look", whole);
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const left = Math.ceil((endsAt - performance.now()) / 1000);
      if (left > 0) {
        button.textContent = `${label} (${left})`;
        return;
      }
      clearInterval(timer);
      button.textContent = label;
      status.textContent = "";
      resolve();
    }, TICK_MS);
  });
}
