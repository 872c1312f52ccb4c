/* Ticks all boxes of a page at once, and says how many are ticked. */

import { word } from "../words.js";

const form = document.querySelector("[data-ticking]");
const all = form?.querySelector("[data-tick-all]");
const boxes = Array.from(form?.querySelectorAll("input[type=checkbox][name]") ?? []);

function tell() {
  const number = boxes.filter((box) => box.checked).length;
  const main = all.querySelector("input");
  main.checked = number === boxes.length;
  main.indeterminate = number > 0 && number < boxes.length;
  form.querySelector("[data-ticked]").textContent = number ? word("ticked", { number }) : "";
}

if (all && boxes.length) {
  all.hidden = false;
  all.addEventListener("change", (event) => {
    boxes.forEach((box) => {
      box.checked = event.target.checked;
    });
    tell();
  });
  boxes.forEach((box) => box.addEventListener("change", tell));
  tell(); // a page that is gone back to keeps its ticks
}
