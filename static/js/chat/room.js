/* The page of a conversation of two: the ready-check, the talk, and the way out of it. */

import { word } from "../words.js";
import { ask } from "./asking.js";
import { Talk } from "./talk.js";

const byId = (id) => document.getElementById(id);
const chat = byId("chat");
const title = document.title;
let isReady = false;

function goOn() {
  window.location.replace(window.location.pathname);
}

function showReadiness(news) {
  const isWaiting = news.phase === "readying";
  const wasWaiting = !byId("ready-check").hidden;
  byId("ready-check").hidden = !isWaiting;
  byId("talk").hidden = isWaiting;
  byId("ready").hidden = news.is_ready;
  isReady ||= news.is_ready;
  if (isWaiting) byId("ready-status").textContent = isReady ? word("partner-awaited") : "";
  if (wasWaiting && news.phase === "open") talk.text.focus();
}

function showTitle(news) {
  const isAsked = news.phase === "readying" && !isReady;
  const isTurn = news.turn === "mine" && document.hidden;
  document.title = isAsked ? `${word("partner-here")} - ${title}` : isTurn ? `${word("title-your-turn")} - ${title}` : title;
}

const talk = new Talk(chat, {
  told: (news) => {
    showReadiness(news);
    showTitle(news);
  },
  over: goOn,
});

byId("ready").addEventListener("click", async () => {
  isReady = true;
  byId("ready").hidden = true;
  byId("ready-status").textContent = word("partner-awaited");
  const { status } = await ask(chat.dataset.readyUrl, {});
  if (status !== 200) {
    isReady = false;
    byId("ready").hidden = false;
  }
});

byId("end").addEventListener("click", () => byId("end-dialog").showModal());
byId("end-dialog").addEventListener("close", async () => {
  if (byId("end-dialog").returnValue !== "end") return;
  await ask(chat.dataset.leaveUrl, {});
  goOn();
});
