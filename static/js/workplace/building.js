/* The builder: numbers of the text's lines with the wrong ones marked, the way from a fault to its line, and which
   fields are wrong for screen readers. Saving is htmx's. */

const find = (id) => document.getElementById(id);

function countLines() {
  const gutter = find("gutter");
  const text = find("text");
  const wrong = new Set([...document.querySelectorAll("#problems [data-line]")].map((row) => Number(row.dataset.line)));
  const lines = text.value.split("\n").map((_, index) => {
    const line = document.createElement("div");
    line.textContent = wrong.has(index + 1) ? `! ${index + 1}` : `${index + 1}`;
    line.classList.toggle("is-wrong", wrong.has(index + 1));
    return line;
  });
  gutter.replaceChildren(...lines);
  gutter.scrollTop = text.scrollTop;
}

function markFields() {
  for (const problem of document.querySelectorAll("[data-field]")) {
    const control = find(problem.dataset.field);
    if (problem.textContent.trim()) {
      control?.setAttribute("aria-invalid", "true");
    } else {
      control?.removeAttribute("aria-invalid");
    }
  }
}

function goToLine(number) {
  const text = find("text");
  const lines = text.value.split("\n");
  const start = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
  text.focus();
  text.setSelectionRange(start, start + lines[number - 1].length);
  text.scrollTop = (number - 3) * Number.parseFloat(getComputedStyle(text).lineHeight);
}

function refresh() {
  countLines();
  markFields();
}

/* Subjects and parts stay open or closed, as they were left, when the fields are drawn anew. */
const opened = new Map();

document.addEventListener("toggle", ({ target }) => opened.set(target.id, target.open), true);
document.addEventListener("htmx:oobAfterSwap", () => {
  for (const details of document.querySelectorAll("#fields details")) {
    if (opened.has(details.id)) details.open = opened.get(details.id);
  }
});
document.addEventListener("click", ({ target }) => {
  if (target.dataset.goesTo) goToLine(Number(target.dataset.goesTo));
});
document.addEventListener("input", ({ target }) => {
  if (target.id === "text") countLines();
});
document.addEventListener("scroll", ({ target }) => {
  if (target.id === "text") find("gutter").scrollTop = target.scrollTop;
}, true);
document.addEventListener("htmx:afterSettle", refresh);
document.addEventListener("htmx:afterRequest", refresh);

/* What is done to a row goes with what was pressed, not with what the form takes for pressed when its turn comes; and
   not at all once the rows have been drawn anew, since another may stand there then. */
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("#fields-form button[name=row]");
  if (!button || !window.htmx) return; // the form is sent as it is without script
  event.preventDefault();
  const { form, value } = button;
  window.htmx.ajax("POST", form.action, { source: form, event, swap: "none", values: { row: value } });
});
document.addEventListener("htmx:configRequest", (event) => {
  const { parameters, triggeringEvent } = event.detail;
  if (triggeringEvent?.type !== "click") delete parameters.row;
  else if (parameters.row && !triggeringEvent.target.isConnected) event.preventDefault();
});
document.addEventListener("row-done", ({ detail }) => find(detail.focus)?.focus());
refresh();
