"""Whether something is an English word, and how usual one."""

from wordfreq import zipf_frequency

RARE = 1.5  # of wordfreq's scale: about once in 30 million words


def is_english_word(word: str, *, least: float = 0.0) -> bool:
    """Whether wordfreq's list of words in English texts has it, in whatever form; hyphens join several.

    With `least` it is as frequent, too: the logarithm of its number in a thousand million words.
    """
    parts = word.replace("'", "").split("-")
    return all(part.isalpha() and zipf_frequency(part, "en") > least for part in parts)
