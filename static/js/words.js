/* The sentences that scripts say: the page brings them along, in the language of its study. */

const rules = new Intl.PluralRules(document.documentElement.lang);

/** The sentence of this name, with values in the places of `{names}`. */
export function word(name, values = {}) {
  const sentence = document.getElementById("words").content.querySelector(`[data-word="${name}"]`).textContent;
  return sentence.replace(/\{(\w+)\}/g, (place, key) => values[key] ?? place);
}

/** The same where the sentence has one form for 1 and another for other numbers. */
export function countWord(name, number) {
  const form = rules.select(number) === "one" ? "one" : "other";
  return word(`${name}-${form}`, { number });
}
