"""Whether something is an English word."""

from wordfreq import zipf_frequency


def is_english_word(word: str) -> bool:
    """Whether wordfreq's list of words in English texts has it, in whatever form; hyphens join several."""
    return all(part.isalpha() and zipf_frequency(part, "en") > 0 for part in word.replace("'", "").split("-"))
