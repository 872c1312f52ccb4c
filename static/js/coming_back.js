/* The page that stands in for another while the server cannot answer: it asks until the server can, then goes on. */

const PAUSES_MS = [2000, 4000, 8000, 15000, 30000];
const AWAY = 503;

const { address } = document.querySelector(".coming-back").dataset;
const form = document.querySelector("form.again");
const status = document.querySelector("[role=status]");

async function isBack() {
  try {
    return (await fetch(address, { method: "HEAD", redirect: "manual", cache: "no-store" })).status !== AWAY;
  } catch {
    return false;
  }
}

function goOn() {
  if (form) form.submit();
  else window.location.replace(address);
}

async function tryAgain(tries) {
  if (await isBack()) goOn();
  else setTimeout(() => tryAgain(tries + 1), PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]);
}

status.hidden = false;
setTimeout(() => tryAgain(1), PAUSES_MS[0]);
