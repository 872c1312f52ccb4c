/* Sends the form and shows how much of it has arrived; drops files anywhere on the form into their fields. */

import { word } from "../words.js";

const form = document.querySelector("[data-upload]");
const files = document.getElementById("files");
const media = document.getElementById("media");
const bar = document.getElementById("sent");
const status = document.querySelector("[data-status]");

function showSent(event) {
  if (event.lengthComputable && event.loaded < event.total) {
    bar.value = event.loaded / event.total;
    status.textContent = word("share-sent", { percent: Math.floor((100 * event.loaded) / event.total) });
  } else {
    bar.removeAttribute("value");
    status.textContent = word("all-sent");
  }
}

function showAnswer(request) {
  const main = request.response?.getElementById("main");
  if (!main) {
    status.textContent = word("no-answer");
    return release();
  }
  if (request.status >= 400) {
    // The files stay chosen: only what is wrong is taken from the answer.
    const found = main.querySelectorAll(".problem, .errorlist");
    form.previousElementSibling?.matches(".problem") && form.previousElementSibling.remove();
    const box = document.createElement("div");
    box.className = "problem";
    box.setAttribute("role", "alert");
    box.append(...Array.from(found, (item) => Object.assign(document.createElement("p"), { textContent: item.textContent.trim() })));
    form.before(box);
    status.textContent = "";
    return release();
  }
  document.getElementById("main").replaceWith(main);
  document.title = request.response.title;
  main.querySelector("h1")?.focus();
}

function release() {
  form.querySelector("button[type=submit]").removeAttribute("aria-busy");
  form.querySelector("[data-progress]").hidden = status.textContent === "";
  bar.hidden = true;
}

function send(event) {
  const button = form.querySelector("button[type=submit]");
  event.preventDefault();
  if (button.getAttribute("aria-busy") === "true") {
    return;
  }
  button.setAttribute("aria-busy", "true");
  form.querySelector("[data-progress]").hidden = false;
  bar.hidden = false;
  bar.value = 0;
  const request = new XMLHttpRequest();
  request.responseType = "document";
  request.upload.addEventListener("progress", showSent);
  request.upload.addEventListener("load", showSent);
  request.addEventListener("load", () => showAnswer(request));
  request.addEventListener("error", () => {
    status.textContent = word("line-lost");
    release();
  });
  request.open("POST", form.action);
  request.send(new FormData(form));
}

function put(input, chosen) {
  const transfer = new DataTransfer();
  chosen.forEach((file) => transfer.items.add(file));
  input.files = transfer.files;
}

function drop(event) {
  event.preventDefault();
  form.classList.remove("is-dragged");
  const dropped = Array.from(event.dataTransfer.files);
  const isPicture = (file) => file.type.startsWith("image/") || /\.(zip|jpe?g|png|webp|gif|bmp|tiff?)$/i.test(file.name);
  const rows = dropped.filter((file) => !isPicture(file));
  const pictures = dropped.filter(isPicture);
  if (rows.length) {
    put(files, rows);
  }
  if (pictures.length) {
    put(media, pictures);
  }
}

if (form) {
  form.addEventListener("submit", send);
  form.addEventListener("dragover", (event) => {
    event.preventDefault();
    form.classList.add("is-dragged");
  });
  form.addEventListener("dragleave", () => form.classList.remove("is-dragged"));
  form.addEventListener("drop", drop);
}
