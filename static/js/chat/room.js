/* A conversation: asks every second what is new, sends what is written, and shows whose turn it is. */

import { ask, isDown } from "./asking.js";
import { drawNews, drawUnsent, dropUnsent, findLastShown, markSent, showNewest } from "./lines.js";
import { Outbox } from "./outbox.js";

const FIRST_MS = 1000;
const TYPING_MS = 3000;
const byId = (id) => document.getElementById(id);
const chat = byId("chat");
const text = byId("text");
const send = byId("send");
const title = document.title;
let after = findLastShown();
let turn = "";
let typedAt = -Infinity;
let sentAt = -Infinity;
let isReady = false;

const outbox = new Outbox(chat.dataset.sayUrl, {
  taken: (message, seq) => {
    sentAt = performance.now();
    markSent(message, seq);
    showTurn();
  },
  refused: (message, problem) => {
    dropUnsent(message);
    sentAt = performance.now();
    byId("compose-problem").textContent = problem;
    if (!text.value) text.value = message.text;
    showTurn();
  },
  down: showLine,
});

function showLine(isDownNow) {
  byId("net-status").textContent = isDownNow ? "The line is down; we keep trying. Nothing you wrote is lost." : "";
}

function mayWrite() {
  return turn === "either" || (turn === "mine" && !outbox.waiting.length);
}

function showTurn() {
  send.setAttribute("aria-disabled", String(!mayWrite()));
  document.title = turn === "mine" && document.hidden ? `Your turn - ${title}` : title;
}

function describePartner(news) {
  if (news.is_partner_away) return "Your partner's line seems to be slow; please wait a little.";
  if (news.is_partner_writing) return "Your partner is writing …";
  if (turn === "partner") return "It is your partner's turn.";
  return turn === "mine" ? "It is your turn." : "";
}

function showLeft(news) {
  const minutes = Math.ceil(news.seconds_left / 60);
  const turns = news.turns_left;
  byId("turns-left").textContent = `${turns} message${turns === 1 ? "" : "s"} left,`;
  byId("time-left").textContent = `${minutes} minute${minutes === 1 ? "" : "s"}`;
}

function showReadiness(news) {
  const isWaiting = news.phase === "readying";
  byId("ready-check").hidden = !isWaiting;
  byId("talk").hidden = isWaiting;
  byId("ready").hidden = news.is_ready;
  isReady ||= news.is_ready;
  if (isWaiting) byId("ready-status").textContent = isReady ? "Good. Waiting for your partner …" : "";
  if (isWaiting && !isReady) document.title = `Your partner is here - ${title}`;
}

function show(news, askedAt) {
  if (news.phase === "over") {
    window.location.replace(window.location.pathname);
    return false;
  }
  const wasReadying = !byId("ready-check").hidden;
  showReadiness(news);
  if (askedAt > sentAt) turn = news.turn;
  drawNews(news.lines);
  after = Math.max(after, ...news.lines.map((line) => line.seq));
  byId("partner-state").textContent = describePartner(news);
  showLeft(news);
  showTurn();
  if (wasReadying && news.phase === "open") text.focus();
  return true;
}

async function look() {
  const askedAt = performance.now();
  const isTyping = performance.now() - typedAt < TYPING_MS ? "&typing=1" : "";
  const { status, content } = await ask(`${chat.dataset.newsUrl}?after=${after}${isTyping}`);
  showLine(isDown(status));
  if (status === 404) window.location.replace(window.location.pathname);
  const goesOn = status === 200 ? show(content, askedAt) : true;
  if (goesOn) setTimeout(look, status === 200 ? content.again_ms : FIRST_MS);
}

byId("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  const said = text.value.trim();
  if (!said || !mayWrite()) return;
  byId("compose-problem").textContent = "";
  text.value = "";
  typedAt = -Infinity;
  if (turn === "mine") turn = "partner";
  byId("partner-state").textContent = describePartner({});
  drawUnsent(outbox.add(said));
  showTurn();
  text.focus();
});

text.addEventListener("input", () => {
  typedAt = performance.now();
});

text.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  byId("composer").requestSubmit();
});

byId("ready").addEventListener("click", async () => {
  isReady = true;
  byId("ready").hidden = true;
  byId("ready-status").textContent = "Good. Waiting for your partner …";
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
  window.location.replace(window.location.pathname);
});

for (const message of outbox.waiting) drawUnsent(message);
outbox.send();
showNewest();
look();
