"""Standard scores of captions against reference captions: BLEU and CIDEr-D. Words are what stands between spaces."""

import math
from collections import Counter
from collections.abc import Sequence

LONGEST = 4  # words of an n-gram, in both papers
SIGMA = 6.0  # of CIDEr-D's penalty on lengths
Grams = Counter[tuple[str, ...]]


def count_grams(words: Sequence[str], size: int) -> Grams:
    """How often each run of `size` words occurs."""
    return Counter(tuple(words[start : start + size]) for start in range(len(words) - size + 1))


def bleu(captions: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    """BLEU-4 of a corpus, from 0 to 1, without smoothing (Papineni, Roukos, Ward and Zhu 2002).

    Precisions are clipped by the reference that has a run of words most often; the brevity penalty compares with the
    references nearest in length, the shorter one of two.
    """
    matched, possible = [0] * LONGEST, [0] * LONGEST
    length = nearest = 0
    for caption, known in zip(captions, references, strict=True):
        words, others = caption.split(), [one.split() for one in known]
        length += len(words)
        nearest += min((abs(len(one) - len(words)), len(one)) for one in others)[1]
        for size in range(1, LONGEST + 1):
            most: Grams = Counter()
            for one in others:
                most |= count_grams(one, size)
            own = count_grams(words, size)
            matched[size - 1] += (own & most).total()
            possible[size - 1] += own.total()
    if not all(matched):
        return 0.0
    precision = sum(math.log(hit / all_) for hit, all_ in zip(matched, possible, strict=True)) / LONGEST
    return math.exp(precision + min(0.0, 1 - nearest / length))


def cider(captions: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    """CIDEr-D of a corpus, from 0 to 10 (Vedantam, Zitnick and Parikh 2015): the mean over its captions.

    Rare runs of words weigh more: by the number of stimuli whose references hold them. With one stimulus every weight
    is zero, and so is the score.
    """
    frequencies: Grams = Counter()
    for known in references:
        frequencies.update({gram for one in known for gram in list_grams(one)})
    log_stimuli = math.log(len(references)) if references else 0.0
    scores = []
    for caption, known in zip(captions, references, strict=True):
        own = weigh(caption, frequencies, log_stimuli)
        each = [compare(own, weigh(one, frequencies, log_stimuli)) for one in known]
        scores.append(10.0 * sum(each) / len(each))
    return sum(scores) / len(scores)


def list_grams(text: str) -> Grams:
    """All runs of one to four words."""
    words = text.split()
    found: Grams = Counter()
    for size in range(1, LONGEST + 1):
        found.update(count_grams(words, size))
    return found


Weighed = tuple[list[dict[tuple[str, ...], float]], list[float], int]


def weigh(text: str, frequencies: Grams, log_stimuli: float) -> Weighed:
    """The weights of a text's runs of words by their length, the norms of these, and how many pairs of words it has."""
    weights: list[dict[tuple[str, ...], float]] = [{} for _ in range(LONGEST)]
    pairs = 0
    for gram, count in list_grams(text).items():
        weights[len(gram) - 1][gram] = count * (log_stimuli - math.log(max(1, frequencies[gram])))
        pairs += count * (len(gram) == 2)
    return weights, [math.sqrt(sum(value**2 for value in one.values())) for one in weights], pairs


def compare(own: Weighed, other: Weighed) -> float:
    """How alike two texts are, from 0 to 1: the mean over the lengths of runs of clipped cosines."""
    total = 0.0
    for mine, yours, norm, other_norm in zip(own[0], other[0], own[1], other[1], strict=True):
        if norm and other_norm:
            shared = sum(min(value, yours.get(gram, 0.0)) * yours.get(gram, 0.0) for gram, value in mine.items())
            total += shared / (norm * other_norm)
    return total / LONGEST * math.exp(-((own[2] - other[2]) ** 2) / (2 * SIGMA**2))
