/* Shows on the button how long to look before answering. The server is the judge of it; this is display only. */

const TICK_MS = 100;

/** Count down on the form's button; resolve when it is over. */
export function showCountdown(form, seconds) {
  const button = form.querySelector(".next .button");
  const status = form.querySelector(".status");
  if (!(seconds > 0)) return Promise.resolve();
  const endsAt = performance.now() + seconds * 1000;
  const label = button.textContent;
  const whole = Math.ceil(seconds);
  button.setAttribute("aria-disabled", "true");
  status.textContent = `Look for ${whole} second${whole === 1 ? "" : "s"} before you go on.`;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const left = Math.ceil((endsAt - performance.now()) / 1000);
      if (left > 0) {
        button.textContent = `${label} (${left})`;
        return;
      }
      clearInterval(timer);
      button.textContent = label;
      button.removeAttribute("aria-disabled");
      status.textContent = "";
      resolve();
    }, TICK_MS);
  });
}
