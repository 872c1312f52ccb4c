/* Posts the fields of a form, and tells an answer of the server from a lost connection. */

export const ACCEPTED = "accepted";
export const REFUSED = "refused";
export const LOST = "lost";

const TRY_LIMIT_MS = 20000;
// With these the server shows the page again, with the reason; anything else is not an answer to what was sent.
const REFUSALS = new Set([409, 422]);

/** Try once: what became of it, and the page where the server shows one. An accepted form is answered by a redirect. */
export async function post(address, entries) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TRY_LIMIT_MS);
  const request = { method: "POST", body: new URLSearchParams(entries), redirect: "manual", signal: controller.signal };
  try {
    const reply = await fetch(address, request);
    if (reply.type === "opaqueredirect") return { outcome: ACCEPTED };
    return REFUSALS.has(reply.status) ? { outcome: REFUSED, page: await reply.text() } : { outcome: LOST };
  } catch {
    return { outcome: LOST };
  } finally {
    clearTimeout(timer);
  }
}

/** Show a page that came as an answer in place of this one, as the browser would have done after a plain form. */
export function showReply(page) {
  // A module runs once per address and document, and the document stays: hence another address for the page's own.
  const again = page.replace(/(<script type="module" src="[^"?]*)"/g, `$1?${performance.now()}"`);
  document.open();
  document.write(again);
  document.close();
}

/** The fields of a form with the button that was pressed, line ends as browsers send them. */
export function readEntries(form, submitter) {
  const data = new FormData(form);
  if (submitter?.name) data.append(submitter.name, submitter.value);
  return Array.from(data, ([name, value]) => [name, String(value).replace(/\r\n|\r|\n/g, "\r\n")]);
}
