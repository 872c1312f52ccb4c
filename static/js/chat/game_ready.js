/* Before a game: goes on as soon as both people are there, or one of them did not answer. */

import { ask } from "./asking.js";

const EVERY_MS = 1000;
const address = document.getElementById("game-ready").dataset.phaseUrl;

async function look() {
  const { status, content } = await ask(address);
  if (status === 200 && content.phase !== "readying") window.location.replace(window.location.pathname);
  else setTimeout(look, EVERY_MS);
}

look();
