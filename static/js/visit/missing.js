/* A picture that does not come: the judge may leave the trial out, and after three failed tries it is left out. */

import { say } from "./showing.js";

const READING_MS = 6000;

function findButton(form) {
  return form.querySelector(".put-aside");
}

/** The line is slow: say so, and offer the way out. */
export function offerToLeaveOut(form) {
  if (findButton(form) === null) return;
  say(form, "The picture is still on its way. You can wait, or leave this trial out.");
  findButton(form).hidden = false;
}

/** The picture cannot be had: say so, and go on after a moment for reading. */
export function leaveOut(form) {
  const button = findButton(form);
  if (button === null) {
    say(form, "Something of this page did not load. Please reload it; your earlier answers are kept.");
    return;
  }
  say(form, "The picture did not load, so this trial is left out. That costs you nothing; you go on in a moment.");
  button.hidden = false;
  button.scrollIntoView({ block: "nearest" });
  button.textContent = "Go on now";
  setTimeout(() => form.requestSubmit(button), READING_MS);
}
