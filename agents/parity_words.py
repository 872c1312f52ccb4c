"""What cues of the parity report are called: a sentence for each kind of mark, or for each mark with a name. Pure."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop

from turingapp.words import Words, say_later

# Of marks with a value that is no word of ours: a character, a number, a size, an address.
SENTENCES: Mapping[str, str] = {
    "character": gettext_noop("Has the character %(value)s."),
    "ending": gettext_noop("Ends with %(value)s."),
    "labels": gettext_noop("Labels: %(value)s."),
    "decimals": gettext_noop("Fixations with %(value)s decimals."),
    "grid": gettext_noop("All fixations lie on a grid of %(value)s."),
    "picture": gettext_noop("The stimulus's picture: %(value)s pixels."),
    "source": gettext_noop("The stimulus's picture was loaded from %(value)s."),
}
QUOTED = frozenset({"character", "ending"})
MARKS: Mapping[str, str] = {
    "casing:all capitals": gettext_noop("Letters: all capitals."),
    "casing:begins with a capital": gettext_noop("Letters: begins with a capital."),
    "casing:capitals inside": gettext_noop("Letters: capitals inside."),
    "casing:all lower case": gettext_noop("Letters: all lower case."),
    "spacing:spaces around": gettext_noop("Spacing: spaces around."),
    "spacing:two spaces together": gettext_noop("Spacing: two spaces together."),
    "spacing:a space before a punctuation mark": gettext_noop("Spacing: a space before a punctuation mark."),
    "labels:several words in one": gettext_noop("Labels: several words in one."),
    "fixations:left of or above the image": gettext_noop("Fixations: left of or above the image."),
    "fixations:right of or below the image": gettext_noop("Fixations: right of or below the image."),
    "fixations:begins exactly in the center": gettext_noop("Fixations: begins exactly in the center."),
    "fixations:the same point twice": gettext_noop("Fixations: the same point twice."),
    "stimulus:answered by one origin alone": gettext_noop("The stimulus was answered by one origin alone."),
    "phrase:says it is an AI": gettext_noop("The text says it is an AI."),
    "phrase:speaks of a language model": gettext_noop("The text speaks of a language model."),
    "phrase:says it is human": gettext_noop("The text says it is human."),
    "phrase:refuses": gettext_noop("The text refuses."),
    "phrase:is helpful by habit": gettext_noop("The text is helpful by habit."),
    "phrase:names a model or its maker": gettext_noop("The text names a model or its maker."),
    "phrase:is an error text": gettext_noop("The text is an error text."),
    "phrase:is mark-up": gettext_noop("The text is mark-up."),
    "phrase:names an AI agent of this pool": gettext_noop("The text names an AI agent of this pool."),
}
LENGTHS: Mapping[str, str] = {
    "length:turns": gettext_noop("Turns: at most %(cut)s."),
    "length:characters in all": gettext_noop("Characters in all: at most %(cut)s."),
    "length:words in all": gettext_noop("Words in all: at most %(cut)s."),
    "length:fixations": gettext_noop("Fixations: at most %(cut)s."),
}


def word_mark(slug: str) -> Words:
    """What a mark is called."""
    if slug in MARKS:
        return say_later(MARKS[slug])
    kind, _, value = slug.partition(":")
    return say_later(SENTENCES[kind], value=repr(value) if kind in QUOTED else value.removesuffix(" pixels"))


def word_length(slug: str, cut: float) -> Words:
    """What a cut of a length is called."""
    shown = f"{cut:g}"
    return say_later(LENGTHS[slug], cut=shown)
