/* The messages as they are drawn: each seq once, own ones at once, and the newest in sight. */

import { word } from "../words.js";

function draw(text, isMine) {
  const item = document.createElement("div");
  item.className = `line ${isMine ? "is-mine" : "is-partner"}`;
  const who = document.createElement("span");
  who.className = "visually-hidden";
  who.textContent = `${word(isMine ? "you" : "partner")} `;
  const said = document.createElement("p");
  said.className = "said notranslate";
  said.setAttribute("translate", "no");
  said.dir = "auto";
  said.textContent = text;
  item.append(who, said);
  return item;
}

export class Lines {
  /** `list` is the element of the log. */
  constructor(list) {
    this.list = list;
  }

  showNewest() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** Draw an own message before the server has it. */
  drawUnsent(message) {
    if (this.findOwn(message.client_id)) return;
    const item = draw(message.text, true);
    item.dataset.clientId = message.client_id;
    item.classList.add("is-unsent");
    this.list.append(item);
    this.showNewest();
  }

  findOwn(clientId) {
    return this.list.querySelector(`[data-client-id="${CSS.escape(clientId)}"]`);
  }

  /** The server has an own message; its place in the log is told when it is shown to the partner, too. */
  markSent(message) {
    this.findOwn(message.client_id)?.classList.remove("is-unsent");
  }

  dropUnsent(message) {
    this.findOwn(message.client_id)?.remove();
  }

  /** Draw what the log has and this page has not. */
  drawNews(lines) {
    for (const line of lines) {
      if (this.list.querySelector(`[data-seq="${line.seq}"]`)) continue;
      const item = (line.client_id && this.findOwn(line.client_id)) || draw(line.text, line.is_mine);
      item.dataset.seq = line.seq;
      item.classList.remove("is-unsent");
      if (line.client_id) item.dataset.clientId = line.client_id;
      if (!item.isConnected) this.list.insertBefore(item, this.list.querySelector(".line:not([data-seq])"));
    }
    if (lines.length) this.showNewest();
  }

  /** The last seq that the log has shown; own messages that are held back have none yet. */
  findLastShown() {
    const shown = [...this.list.querySelectorAll("[data-seq]")];
    return Math.max(0, ...shown.map((item) => Number(item.dataset.seq)));
  }
}
