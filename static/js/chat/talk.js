/* One conversation: asks every second what is new, sends what is written, and shows whose turn it is. */

import { countWord, word } from "../words.js";
import { ask, isDown, isWorthSaying, pauseAfter } from "./asking.js";
import { Lines } from "./lines.js";
import { Outbox } from "./outbox.js";

const FIRST_MS = 1000;
const TYPING_MS = 3000;

export class Talk {
  /** `root` holds the addresses and the parts; `told` is called with each piece of news, `over` once, at the end. */
  constructor(root, { told = () => {}, over }) {
    this.root = root;
    this.told = told;
    this.over = over;
    this.lines = new Lines(this.part("lines"));
    this.text = this.part("text");
    this.after = this.lines.findLastShown();
    this.turn = "";
    this.typedAt = -Infinity;
    this.sentAt = -Infinity;
    this.timer = null;
    this.lost = 0;
    this.outbox = new Outbox(root.dataset.sayUrl, {
      taken: (message) => this.noteTaken(message),
      refused: (message, problem) => this.noteRefused(message, problem),
      down: (isDownNow) => this.showLine(isDownNow),
    });
    this.listen();
    for (const message of this.outbox.waiting) this.lines.drawUnsent(message);
    this.outbox.send();
    this.lines.showNewest();
    this.look();
  }

  part(name) {
    return this.root.querySelector(`[data-part="${name}"]`);
  }

  listen() {
    this.part("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.say();
    });
    this.text.addEventListener("input", () => {
      this.typedAt = performance.now();
    });
    this.text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.part("composer").requestSubmit();
    });
  }

  noteTaken(message) {
    this.sentAt = performance.now();
    this.lines.markSent(message);
    this.showTurn();
    this.lookIn(FIRST_MS);
  }

  noteRefused(message, problem) {
    this.lines.dropUnsent(message);
    this.sentAt = performance.now();
    this.part("problem").textContent = problem;
    if (!this.text.value) this.text.value = message.text;
    this.showTurn();
  }

  showLine(isDownNow) {
    this.part("net-status").textContent = isDownNow ? word("line-down") : "";
  }

  mayWrite() {
    return this.turn === "either" || (this.turn === "mine" && !this.outbox.waiting.length);
  }

  showTurn() {
    this.part("send").setAttribute("aria-disabled", String(!this.mayWrite()));
  }

  describePartner(news) {
    if (news.is_partner_away) return word("partner-slow");
    if (news.is_partner_writing) return word("partner-writes");
    if (this.turn === "partner") return word("partners-turn");
    return this.turn === "mine" ? word("your-turn") : "";
  }

  showLeft(news) {
    const minutes = Math.ceil(news.seconds_left / 60);
    this.part("turns-left").textContent = countWord("messages-left", news.turns_left);
    this.part("time-left").textContent = countWord("minutes", minutes);
  }

  say() {
    const said = this.text.value.trim();
    if (!said || !this.mayWrite()) return;
    this.part("problem").textContent = "";
    this.text.value = "";
    this.typedAt = -Infinity;
    if (this.turn === "mine") this.turn = "partner";
    this.part("partner-state").textContent = this.describePartner({});
    this.lines.drawUnsent(this.outbox.add(said));
    this.showTurn();
    this.text.focus();
  }

  async look() {
    const askedAt = performance.now();
    const isTyping = askedAt - this.typedAt < TYPING_MS ? "&typing=1" : "";
    const { status, content } = await ask(`${this.root.dataset.newsUrl}?after=${this.after}${isTyping}`);
    this.lost = isDown(status) ? this.lost + 1 : 0;
    this.showLine(isWorthSaying(this.lost));
    if (status === 404 || (status === 200 && content.phase === "over")) {
      this.end(content);
      return;
    }
    if (status === 200) this.show(content, askedAt);
    this.lookIn(this.lost ? pauseAfter(this.lost) : this.findPause(content, askedAt));
  }

  /** As the server says, unless it had not heard the last message when it did. */
  findPause(news, askedAt) {
    return askedAt > this.sentAt ? (news.again_ms ?? FIRST_MS) : FIRST_MS;
  }

  /** Look again in so many milliseconds; whatever was planned before is off. */
  lookIn(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), milliseconds);
  }

  show(news, askedAt) {
    if (askedAt > this.sentAt) this.turn = news.turn;
    this.lines.drawNews(news.lines);
    this.after = Math.max(this.after, ...news.lines.map((line) => line.seq));
    this.part("partner-state").textContent = this.describePartner(news);
    this.showLeft(news);
    this.showTurn();
    this.told(news);
  }

  end(news) {
    this.turn = "";
    this.lines.drawNews(news.lines ?? []);
    this.showTurn();
    this.over();
  }
}
