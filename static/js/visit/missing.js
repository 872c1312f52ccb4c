/* A picture that does not come: the judge may leave the trial out, and after three failed tries it is left out. */

import { word } from "../words.js";
import { say } from "./showing.js";

const READING_MS = 6000;

function findButton(form) {
  return form.querySelector(".put-aside");
}

/** The line is slow: say so, and offer the way out. */
export function offerToLeaveOut(form) {
  if (findButton(form) === null) return;
  say(form, word("picture-late"));
  findButton(form).hidden = false;
}

/** The picture cannot be had: say so, and go on after a moment for reading. */
export function leaveOut(form) {
  const button = findButton(form);
  if (button === null) {
    say(form, word("please-reload"));
    return;
  }
  say(form, word("picture-lost"));
  button.hidden = false;
  button.scrollIntoView({ block: "nearest" });
  button.textContent = word("go-on-now");
  setTimeout(() => form.requestSubmit(button), READING_MS);
}
