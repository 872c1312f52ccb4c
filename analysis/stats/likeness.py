"""How like people's answers an answer is: for labels, and for scanpaths."""

from collections.abc import Sequence

CELLS = 5  # of the grid across and down, as Foulsham and Underwood (2008) cut their pictures
Points = Sequence[tuple[float, ...]]


def share_labels(labels: Sequence[str], people: Sequence[Sequence[str]]) -> float:
    """The mean over the labels of the share of people who gave each; for single words the share who said the same."""
    if not labels:
        return 0.0
    return sum(sum(label in one for one in people) for label in labels) / (len(labels) * len(people))


def spell(points: Points) -> list[int]:
    """A scanpath as the cells of a grid of 5 x 5, one after the other, each once where the eye stays in it."""
    cells = [min(max(int(y * CELLS), 0), CELLS - 1) * CELLS + min(max(int(x * CELLS), 0), CELLS - 1) for x, y in points]
    return [cell for place, cell in enumerate(cells) if not place or cell != cells[place - 1]]


def compare_scanpaths(one: Points, other: Points) -> float:
    """The string-edit similarity of two scanpaths, from 0 to 1 (Foulsham and Underwood 2008)."""
    return compare_strings(spell(one), spell(other))


def compare_strings(first: Sequence[int], second: Sequence[int]) -> float:
    """One minus the edit distance (Levenshtein 1966) over the longer length; 1 for two empty ones."""
    if not first and not second:
        return 1.0
    row = list(range(len(second) + 1))
    for place, cell in enumerate(first, 1):
        before, row[0] = row[0], place
        for column, other in enumerate(second, 1):
            before, row[column] = row[column], min(row[column] + 1, row[column - 1] + 1, before + (cell != other))
    return 1.0 - row[-1] / max(len(first), len(second))
