/* Puts a link on the clipboard, or marks it where the browser does not allow that. */

import { word } from "../words.js";

const status = document.getElementById("copied");

async function copy(button) {
  const text = document.getElementById(button.dataset.copies);
  try {
    await navigator.clipboard.writeText(text.textContent.trim());
    status.textContent = word("copied", { name: button.dataset.name });
  } catch {
    window.getSelection().selectAllChildren(text);
    status.textContent = word("marked", { name: button.dataset.name });
  }
}

for (const button of document.querySelectorAll("[data-copies]")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}
