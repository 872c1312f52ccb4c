/* The messages as they are drawn: each seq once, own ones at once, and the newest in sight. */

const list = document.getElementById("lines");

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

export function showNewest() {
  list.scrollTop = list.scrollHeight;
}

/** Draw an own message before the server has it. */
export function drawUnsent(message) {
  const item = draw(message.text, true);
  item.dataset.clientId = message.client_id;
  item.classList.add("is-unsent");
  list.append(item);
  showNewest();
}

const findUnsent = (message) => list.querySelector(`[data-client-id="${CSS.escape(message.client_id)}"]`);

/** The server has an own message under this seq. */
export function markSent(message, seq) {
  const item = findUnsent(message);
  if (item === null) return;
  if (list.querySelector(`[data-seq="${seq}"]`)) item.remove();
  item.dataset.seq = seq;
  item.classList.remove("is-unsent");
}

export function dropUnsent(message) {
  findUnsent(message)?.remove();
}

/** Draw what the log has and this page has not; whether anything of the partner's was new. */
export function drawNews(lines) {
  let isNews = false;
  for (const line of lines) {
    if (list.querySelector(`[data-seq="${line.seq}"]`)) continue;
    const item = draw(line.text, line.is_mine);
    item.dataset.seq = line.seq;
    list.insertBefore(item, list.querySelector(".is-unsent"));
    isNews ||= !line.is_mine;
  }
  if (lines.length) showNewest();
  return isNews;
}

/** The last seq that the log has shown; own messages that are held back do not count. */
export function findLastShown() {
  const shown = [...list.querySelectorAll("[data-seq]:not([data-held])")].map((item) => Number(item.dataset.seq));
  return Math.max(0, ...shown);
}
