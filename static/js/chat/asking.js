/* Asks the server for JSON within a time limit; a lost line is no error, it is an answer of its own. */

const LIMIT_MS = 10000;
const AGAIN_MS = [250, 500, 1000, 2000];
const SHOWN_FROM = 3; // a request or two get lost now and then; who reads of each is alarmed for nothing

/** The status and the content of an answer; status 0 where none came. */
export async function ask(address, fields = null) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), LIMIT_MS);
  const request = { signal: controller.signal, cache: "no-store" };
  if (fields !== null) Object.assign(request, { method: "POST", body: new URLSearchParams(fields) });
  try {
    const reply = await fetch(address, request);
    return { status: reply.status, content: await reply.json() };
  } catch {
    return { status: 0, content: {} };
  } finally {
    clearTimeout(timer);
  }
}

export const isDown = (status) => status === 0 || status >= 500;

/** How long to wait after so many lost requests in a row, at least one. */
export const pauseAfter = (lost) => AGAIN_MS[Math.min(lost, AGAIN_MS.length) - 1];

/** Whether people are to know of so many lost requests in a row. */
export const isWorthSaying = (lost) => lost >= SHOWN_FROM;
