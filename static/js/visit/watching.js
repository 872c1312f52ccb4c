/* Notes what could spoil a trial: a page out of sight for a while, or rewritten by a translating browser. */

const root = document.documentElement;
const ownLanguage = root.lang;

function isTranslated(stimulus) {
  return root.lang !== ownLanguage
    || root.matches(".translated-ltr, .translated-rtl")
    || stimulus.querySelector("font, [_msttexthash]") !== null;
}

/** Fill `hidden_ms` and `translated` when the answer is sent. */
export function watchPage(form, stimulus) {
  let hiddenMs = 0;
  let hiddenSince = document.hidden ? performance.now() : null;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      hiddenSince = performance.now();
    } else if (hiddenSince !== null) {
      hiddenMs += performance.now() - hiddenSince;
      hiddenSince = null;
    }
  });
  form.addEventListener("formdata", (event) => {
    event.formData.set("hidden_ms", String(Math.round(hiddenMs)));
    event.formData.set("translated", isTranslated(stimulus) ? "1" : "0");
  });
}
