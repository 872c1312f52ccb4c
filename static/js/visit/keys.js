/* Keys of a trial: 1 human, 2 machine for the first open verdict, Enter goes on; they can be turned off. */

import { keep, recall } from "./keeping.js";

const CHOICES = new Map([["1", "human"], ["2", "ai"]]);
const STORE = "turingapp-keys";

function isTyping(target) {
  return target.closest("textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])") !== null;
}

function choose(form, value) {
  const verdicts = Array.from(form.querySelectorAll("fieldset.verdict"));
  const open = verdicts.find((verdict) => !verdict.querySelector(":checked")) ?? verdicts.at(-1);
  const radio = open?.querySelector(`input[value="${value}"]`);
  if (!radio) return;
  radio.checked = true;
  radio.focus();
}

function onKey(event, form) {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
  if (CHOICES.has(event.key)) {
    event.preventDefault();
    choose(form, CHOICES.get(event.key));
  } else if (event.key === "Enter" && event.target.closest("a, button") === null) {
    event.preventDefault();
    form.requestSubmit(form.querySelector(".next .button"));
  }
}

/** Answer to keys on the whole page, and let the judge turn that off. */
export function listenForKeys(form) {
  const toggle = form.querySelector(".keys button");
  const show = (isOn) => {
    toggle.setAttribute("aria-pressed", String(isOn));
    toggle.textContent = isOn ? toggle.dataset.whenOn : toggle.dataset.whenOff;
    document.body.classList.toggle("has-keys", isOn);
  };
  let isOn = recall(STORE) !== "off";
  show(isOn);
  form.querySelector(".keys").hidden = false;
  toggle.addEventListener("click", () => {
    isOn = !isOn;
    keep(STORE, isOn ? "on" : "off");
    show(isOn);
  });
  document.addEventListener("keydown", (event) => { if (isOn) onKey(event, form); });
}
