/* Notes what could spoil a trial: a page out of sight for a while, or rewritten by a translating browser. */

function isTranslated(root, ownLanguage, stimulus) {
  return root.lang !== ownLanguage
    || root.matches(".translated-ltr, .translated-rtl")
    || stimulus.querySelector("font, [_msttexthash]") !== null;
}

/** Fill `hidden_ms` and `translated` when the answer is sent. */
export function watchPage(form, stimulus) {
  const root = document.documentElement; // another with each page
  const ownLanguage = root.lang;
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
    event.formData.set("translated", isTranslated(root, ownLanguage, stimulus) ? "1" : "0");
  });
}
