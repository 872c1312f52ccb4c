/* Posts the fields of a form, and tells an answer of the server from a lost connection. */

import { countMsSince } from "./painting.js";

export const ACCEPTED = "accepted";
export const REFUSED = "refused";
export const LOST = "lost";

const TRY_LIMIT_MS = 20000;
// With these the server shows the page again, with the reason; anything else is not an answer to what was sent.
const REFUSALS = new Set([409, 422]);
const NEXT_PAGE = "return=representation"; // RFC 7240

/** Try once: what became of it, and the page where the server shows one; else an accepted form gets a redirect. */
export async function post(address, entries) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TRY_LIMIT_MS);
  const headers = { Prefer: NEXT_PAGE };
  const body = new URLSearchParams(entries);
  if (body.get("painted")) body.set("ms_since_painted", countMsSince(body.get("painted")));
  try {
    const reply = await fetch(address, { method: "POST", headers, body, redirect: "manual", signal: controller.signal });
    if (reply.type === "opaqueredirect") return { outcome: ACCEPTED };
    if (reply.headers.get("Preference-Applied") === NEXT_PAGE) return { outcome: ACCEPTED, page: await reply.text() };
    return REFUSALS.has(reply.status) ? { outcome: REFUSED, page: await reply.text() } : { outcome: LOST };
  } catch {
    return { outcome: LOST };
  } finally {
    clearTimeout(timer);
  }
}

/** Show a page that came as an answer in place of this one, as the browser would have done after a plain form.

   Screen readers are told of a new page, but not of this: the focus on its first sentence has them read from there. */
export function showReply(page) {
  // A module runs once per address and document, and the document stays: hence another for the page's own, in the part
  // that no cache looks at.
  const again = page.replace(/(<script type="module" src="[^"#]*)"/g, `$1#${performance.now()}"`);
  window.scrollTo(0, 0);
  document.open();
  document.write(again);
  document.close();
  const first = document.querySelector("#problem, h1");
  first?.setAttribute("tabindex", "-1");
  first?.focus({ preventScroll: true });
}

/** The fields of a form with the button that was pressed, line ends as browsers send them. */
export function readEntries(form, submitter) {
  const data = new FormData(form);
  if (submitter?.name) data.append(submitter.name, submitter.value);
  return Array.from(data, ([name, value]) => [name, String(value).replace(/\r\n|\r|\n/g, "\r\n")]);
}
