/* Of the example rows of all tasks, only those of the chosen task show; without scripts all do. */

const task = document.querySelector("select[name=task]");
const examples = document.querySelectorAll("[data-columns]");

function showChosen() {
  examples.forEach((example) => {
    example.hidden = example.dataset.columns !== task.value;
  });
}

if (task) {
  task.addEventListener("change", showChosen);
  showChosen();
}
