/* Says when the stimulus is on the screen: every image decoded, then two animation frames. */

const RETRIES = 3;
const FIRST_PAUSE_MS = 500;
const REPORT_LIMIT_MS = 2000;

function pause(ms) {
  return new Promise((resolve) => { setTimeout(resolve, ms); });
}

function nextFrame() {
  return new Promise((resolve) => { requestAnimationFrame(resolve); });
}

// A lost image is asked for again, a little later each time.
async function decode(image) {
  for (let attempt = 0; attempt <= RETRIES; attempt += 1) {
    try {
      await image.decode();
      return true;
    } catch {
      await pause(FIRST_PAUSE_MS * 2 ** attempt);
      image.src = image.getAttribute("src");
    }
  }
  return false;
}

/** Resolve with the time of the painted stimulus; never where an image cannot be had. */
export async function stimulusPainted(stimulus) {
  const decoded = await Promise.all(Array.from(stimulus.querySelectorAll("img"), decode));
  if (decoded.includes(false)) {
    document.querySelector("form.visit-form .status").textContent =
      "The image did not load. Please reload this page; your earlier answers are kept.";
    return new Promise(() => {});
  }
  await nextFrame();
  await nextFrame();
  return performance.now();
}

/** Tell the server; wait for its word, so that its clock never starts later than the countdown on the page. */
export async function reportPainted(url, step) {
  const body = new URLSearchParams({ step });
  try {
    await fetch(url, { method: "POST", body, keepalive: true, signal: AbortSignal.timeout(REPORT_LIMIT_MS) });
  } catch {
    // The server then counts from the time it issued the page, which is earlier: nobody waits longer for it.
  }
}
