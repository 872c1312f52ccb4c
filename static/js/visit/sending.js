/* Sends a form once it may be sent, keeps the answer until the server has it, and tries again while it has not. */

import { word } from "../words.js";
import { forget, keep, listKept, recall } from "./keeping.js";
import { ACCEPTED, REFUSED, post, readEntries, showReply } from "./posting.js";
import { freeze, refill, say, showBusy, showSendAgain } from "./showing.js";

const PREFIX = "turingapp-answer ";
const PAUSES_MS = [1000, 2000, 4000, 8000, 15000, 30000];

/** The address of this page without the part that only scrolls. */
export function findAddress() {
  return window.location.pathname + window.location.search;
}

/** Forget answers to steps of this visit that are behind it: the server has them. */
export function forgetBehind(step) {
  const prefix = `${PREFIX}${findAddress()} `;
  listKept(prefix).filter((name) => name !== prefix + step).forEach(forget);
}

/** Sends one form; `gate.isOpen` says whether the waiting time is over. */
export class Sender {
  constructor(form, gate) {
    this.form = form;
    this.gate = gate;
    this.name = `${PREFIX}${findAddress()} ${form.elements.step.value}`;
    this.entries = null;
    this.tries = 0;
    this.isBusy = false;
    this.timer = 0;
    form.addEventListener("submit", (event) => this.onSubmit(event));
    window.addEventListener("online", () => this.trySoon(0));
  }

  /** Take up an answer that an earlier load of this page could not send; say whether there was one. */
  resume() {
    const text = recall(this.name);
    if (text === null) return false;
    this.entries = JSON.parse(text);
    refill(this.form, this.entries);
    freeze(this.form, null);
    say(this.form, word("sent-late"));
    this.trySoon(0);
    return true;
  }

  onSubmit(event) {
    event.preventDefault();
    if (this.isBusy) {
      say(this.form, word("on-its-way"));
    } else if (this.entries !== null) {
      this.trySoon(0);
    } else if (!this.gate.isOpen && !event.submitter?.hasAttribute("data-needs-no-wait")) {
      say(this.form, word("look-longer"));
    } else {
      this.entries = readEntries(this.form, event.submitter);
      keep(this.name, JSON.stringify(this.entries));
      freeze(this.form, event.submitter);
      this.trySoon(0);
    }
  }

  trySoon(ms) {
    if (this.entries === null || this.isBusy) return;
    clearTimeout(this.timer);
    if (ms === 0) this.tryNow();
    else this.timer = setTimeout(() => this.tryNow(), ms);
  }

  async tryNow() {
    this.isBusy = true;
    showBusy(this.form, true);
    const { outcome, page } = await post(findAddress(), this.entries);
    if (outcome === ACCEPTED) {
      // The next page forgets the answer, since it is of another step.
      if (page) showReply(page);
      else window.location.replace(findAddress());
    } else if (outcome === REFUSED) {
      forget(this.name);
      this.entries = null;
      showReply(page);
    } else {
      this.isBusy = false;
      showBusy(this.form, false);
      showSendAgain(this.form);
      say(this.form, word("not-sent"));
      this.trySoon(PAUSES_MS[Math.min(this.tries, PAUSES_MS.length - 1)]);
      this.tries += 1;
    }
  }
}
