/* Keeps what a reader has unfolded unfolded when a part of the page renews itself. */

const open = new Set();

document.addEventListener("htmx:beforeSwap", (event) => {
  open.clear();
  for (const details of event.detail.target.querySelectorAll("details[id][open]")) {
    open.add(details.id);
  }
});

document.addEventListener("htmx:afterSettle", () => {
  for (const id of open) {
    document.getElementById(id)?.setAttribute("open", "");
  }
});
