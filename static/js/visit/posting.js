/* Posts the fields of a form, and tells an answer of the server from a lost connection. */

export const ACCEPTED = "accepted";
export const REFUSED = "refused";
export const LOST = "lost";

const TRY_LIMIT_MS = 20000;
// With these the server shows the page again, with the reason; anything else is not an answer to what was sent.
const REFUSALS = new Set([409, 422]);

/** Try once. An accepted form is answered by a redirect. */
export async function post(address, entries) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TRY_LIMIT_MS);
  const request = { method: "POST", body: new URLSearchParams(entries), redirect: "manual", signal: controller.signal };
  try {
    const reply = await fetch(address, request);
    if (reply.type === "opaqueredirect") return ACCEPTED;
    return REFUSALS.has(reply.status) ? REFUSED : LOST;
  } catch {
    return LOST;
  } finally {
    clearTimeout(timer);
  }
}

/** Send the same fields as a plain form would, so that the browser shows the server's page. */
export function postAsPage(address, entries) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = address;
  form.hidden = true;
  for (const [name, value] of entries) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

/** The fields of a form with the button that was pressed, line ends as browsers send them. */
export function readEntries(form, submitter) {
  const data = new FormData(form);
  if (submitter?.name) data.append(submitter.name, submitter.value);
  return Array.from(data, ([name, value]) => [name, String(value).replace(/\r\n|\r|\n/g, "\r\n")]);
}
