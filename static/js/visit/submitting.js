/* Sends a form once: not before its gate is open, not twice, and not into the void while offline. */

const GIVE_UP_MS = 15000;

function say(form, sentence) {
  const status = form.querySelector(".status");
  if (status) status.textContent = sentence;
}

function refusal(gate, isSent) {
  if (isSent) return "Your answer is on its way.";
  if (!gate.isOpen) return "Please look a little longer before you go on.";
  if (!navigator.onLine) return "You are offline. Your answer is still here; try again when the connection is back.";
  return "";
}

/** Watch over the form's submit; `gate.isOpen` says whether the waiting time is over. */
export function guardSubmission(form, gate) {
  let isSent = false;
  form.addEventListener("submit", (event) => {
    const reason = refusal(gate, isSent);
    if (reason) {
      event.preventDefault();
      say(form, reason);
      return;
    }
    isSent = true;
    const button = event.submitter ?? form.querySelector("[type=submit]");
    button.setAttribute("aria-busy", "true");
    // Where no page comes back, the same answer may be sent again: the server counts it once.
    setTimeout(() => {
      isSent = false;
      button.removeAttribute("aria-busy");
    }, GIVE_UP_MS);
  });
}
