/* The messages as they are drawn: each seq once, own ones at once, and the newest in sight. */

function draw(text, isMine) {
  const item = document.createElement("div");
  item.className = `line ${isMine ? "is-mine" : "is-partner"}`;
  const who = document.createElement("span");
  who.className = "visually-hidden";
  who.textContent = isMine ? "You: " : "Partner: ";
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
    const item = draw(message.text, true);
    item.dataset.clientId = message.client_id;
    item.classList.add("is-unsent");
    this.list.append(item);
    this.showNewest();
  }

  findUnsent(message) {
    return this.list.querySelector(`[data-client-id="${CSS.escape(message.client_id)}"]`);
  }

  /** The server has an own message under this seq. */
  markSent(message, seq) {
    const item = this.findUnsent(message);
    if (item === null) return;
    if (this.list.querySelector(`[data-seq="${seq}"]`)) item.remove();
    item.dataset.seq = seq;
    item.classList.remove("is-unsent");
  }

  dropUnsent(message) {
    this.findUnsent(message)?.remove();
  }

  /** Draw what the log has and this page has not. */
  drawNews(lines) {
    for (const line of lines) {
      if (this.list.querySelector(`[data-seq="${line.seq}"]`)) continue;
      const item = draw(line.text, line.is_mine);
      item.dataset.seq = line.seq;
      this.list.insertBefore(item, this.list.querySelector(".is-unsent"));
    }
    if (lines.length) this.showNewest();
  }

  /** The last seq that the log has shown; own messages that are held back do not count. */
  findLastShown() {
    const shown = [...this.list.querySelectorAll("[data-seq]:not([data-held])")];
    return Math.max(0, ...shown.map((item) => Number(item.dataset.seq)));
  }
}
