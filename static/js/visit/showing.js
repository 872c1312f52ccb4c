/* How a form looks while its answer is on the way: what it says, what is frozen, which button is left. */

import { word } from "../words.js";

const SAYING = "status";

function findStatus(form) {
  const found = form.querySelector(`.${SAYING}`);
  if (found) return found;
  const made = document.createElement("p");
  made.className = SAYING;
  made.setAttribute("role", "status");
  form.append(made);
  return made;
}

function findButtons(form) {
  return Array.from(form.querySelectorAll("[type=submit]"));
}

function findOpenButton(form) {
  return findButtons(form).find((button) => !button.hidden);
}

/** Make the place for sentences before there is one, so that screen readers watch it. */
export function prepareStatus(form) {
  findStatus(form);
}

export function say(form, sentence) {
  findStatus(form).textContent = sentence;
}

/** The answer stands: nothing in it can be changed any more, and only the button that was pressed is left. */
export function freeze(form, submitter) {
  const pressed = submitter ?? findOpenButton(form);
  for (const button of findButtons(form)) button.hidden = button !== pressed;
  for (const part of form.querySelectorAll("fieldset, .field, .keys")) part.inert = true;
}

export function showBusy(form, isBusy) {
  const button = findOpenButton(form);
  button.removeAttribute("aria-disabled");
  if (isBusy) button.setAttribute("aria-busy", "true");
  else button.removeAttribute("aria-busy");
}

export function showSendAgain(form) {
  findOpenButton(form).textContent = word("send-again");
}

/** Show an answer that was kept as it was given. */
export function refill(form, entries) {
  const given = new Map(entries);
  for (const field of form.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    if (!given.has(field.name)) continue;
    if (field.type === "radio") field.checked = field.value === given.get(field.name);
    else field.value = given.get(field.name);
  }
}
