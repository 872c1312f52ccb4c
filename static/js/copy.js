/* Puts the completion code on the clipboard, or marks it where the browser does not allow that. */

const button = document.querySelector("[data-copy]");
const code = document.getElementById("code");
const status = document.getElementById("copied");

async function copyCode() {
  try {
    await navigator.clipboard.writeText(code.textContent.trim());
    status.textContent = button.dataset.copied;
  } catch {
    window.getSelection().selectAllChildren(code);
    status.textContent = button.dataset.marked;
  }
}

if (button && code) {
  button.hidden = false;
  button.addEventListener("click", copyCode);
}
