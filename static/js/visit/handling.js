/* Counts how a trial's page is handled: a few whole numbers, never what was typed or where the pointer was. */

/** Fill `profile` when the answer is sent; `findPaintedAt` gives the time from which the first input is counted. */
export function watchHandling(form, findPaintedAt) {
  const counts = { pointer_moves: 0, pointer_px: 0, keys: 0, pastes: 0, scrolls: 0, blurs: 0, touches: 0 };
  let firstInputAt = null;
  let last = null;
  const count = (name) => { counts[name] += 1; };
  const noteInput = () => { firstInputAt ??= performance.now(); };
  const listen = (target, type, deed) => target.addEventListener(type, deed, { passive: true, capture: true });

  listen(document, "pointermove", ({ clientX, clientY, pointerType }) => {
    if (pointerType === "touch") return;
    count("pointer_moves");
    if (last) counts.pointer_px += Math.hypot(clientX - last.x, clientY - last.y);
    last = { x: clientX, y: clientY };
  });
  listen(document, "pointerdown", ({ pointerType }) => {
    noteInput();
    if (pointerType === "touch") count("touches");
  });
  listen(document, "keydown", ({ repeat }) => {
    noteInput();
    if (!repeat) count("keys");
  });
  listen(document, "paste", () => count("pastes"));
  listen(document, "scroll", () => count("scrolls"));
  window.addEventListener("blur", () => count("blurs"));

  form.addEventListener("formdata", (event) => {
    const profile = { ...counts, pointer_px: Math.round(counts.pointer_px) };
    const paintedAt = findPaintedAt();
    if (firstInputAt !== null && paintedAt !== null) {
      profile.first_input_ms = Math.max(0, Math.round(firstInputAt - paintedAt));
    }
    event.formData.set("profile", JSON.stringify(profile));
  });
}
