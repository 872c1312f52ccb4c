/* Says when the stimulus is on the screen: every image decoded, then two animation frames. */

const TRIES = 3;
const FIRST_PAUSE_MS = 1000;
const SLOW_MS = 10000;
const REPORT_LIMIT_MS = 2000;

function pause(ms) {
  return new Promise((resolve) => { setTimeout(resolve, ms); });
}

function nextFrame() {
  return new Promise((resolve) => { requestAnimationFrame(resolve); });
}

// Without a connection no picture is broken yet.
function untilOnline() {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve) => { window.addEventListener("online", resolve, { once: true }); });
}

// A lost image is asked for again, a little later each time.
async function decode(image) {
  for (let number = 1; number <= TRIES; number += 1) {
    try {
      await image.decode();
      return true;
    } catch {
      if (number === TRIES) return false;
      await pause(FIRST_PAUSE_MS * number ** 2);
      await untilOnline();
      image.src = image.getAttribute("src");
    }
  }
  return false;
}

/** Resolve with the time of the painted stimulus, or with null where an image cannot be had; `onSlow` is called once. */
export async function stimulusPainted(stimulus, onSlow) {
  const timer = setTimeout(onSlow, SLOW_MS);
  const decoded = await Promise.all(Array.from(stimulus.querySelectorAll("img"), decode));
  clearTimeout(timer);
  if (decoded.includes(false)) return null;
  await nextFrame();
  await nextFrame();
  return performance.now();
}

/** Tell the server; wait for its word, so that its clock never starts later than the countdown on the page. */
export async function reportPainted(url, step) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), REPORT_LIMIT_MS);
  const body = new URLSearchParams({ step });
  try {
    await fetch(url, { method: "POST", body, keepalive: true, signal: controller.signal });
  } catch {
    // The server then counts from the time it issued the page, which is earlier: nobody waits longer for it.
  } finally {
    clearTimeout(timer);
  }
}

/** Fetch the pictures of the next trials where a browser does not do that by itself. */
export function fetchAhead() {
  for (const link of document.querySelectorAll("link[rel=prefetch]")) {
    if (!link.relList.supports?.("prefetch")) new Image().src = link.href;
  }
}
