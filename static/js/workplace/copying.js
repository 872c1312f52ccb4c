/* Puts a link on the clipboard, or marks it where the browser does not allow that. */

const status = document.getElementById("copied");

async function copy(button) {
  const text = document.getElementById(button.dataset.copies);
  try {
    await navigator.clipboard.writeText(text.textContent.trim());
    status.textContent = `${button.dataset.name}: copied.`;
  } catch {
    window.getSelection().selectAllChildren(text);
    status.textContent = `${button.dataset.name}: marked; copy it with your browser.`;
  }
}

for (const button of document.querySelectorAll("[data-copies]")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}
