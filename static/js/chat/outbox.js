/* Messages on their way: sent in order, again until the server has answered, kept over a reload of the page. */

import { forget, keep, recall } from "../visit/keeping.js";
import { word } from "../words.js";
import { ask, isDown, isWorthSaying, pauseAfter } from "./asking.js";

export class Outbox {
  /** `taken(message)` and `refused(message, problem)` are told what became of each; `down(isDown)` of the line. */
  constructor(address, { taken, refused, down }) {
    this.address = address;
    this.name = `outbox ${address}`;
    this.told = { taken, refused, down };
    this.waiting = JSON.parse(recall(this.name) ?? "[]");
    this.isBusy = false;
  }

  add(text) {
    const message = { client_id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, text };
    this.waiting.push(message);
    this.store();
    this.send();
    return message;
  }

  store() {
    if (this.waiting.length) keep(this.name, JSON.stringify(this.waiting));
    else forget(this.name);
  }

  async send() {
    if (this.isBusy) return;
    this.isBusy = true;
    for (let lost = 0; this.waiting.length; ) {
      const message = this.waiting[0];
      const { status, content } = await ask(this.address, message);
      lost = isDown(status) ? lost + 1 : 0;
      this.told.down(isWorthSaying(lost));
      if (lost) {
        await new Promise((done) => setTimeout(done, pauseAfter(lost)));
        continue;
      }
      this.waiting.shift();
      this.store();
      if (status === 200) this.told.taken(message);
      else this.told.refused(message, content.problem ?? word("message-not-sent"));
    }
    this.isBusy = false;
  }
}
