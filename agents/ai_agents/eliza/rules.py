"""What a script holds once it is read: keywords with their rules."""

from dataclasses import dataclass

NEWKEY, MEMORY, NONE, START = "NEWKEY", "MEMORY", "NONE", "START"


@dataclass(frozen=True, slots=True)
class Part:
    """One element of a decomposition: any words (count 0), so many, or one of these words or tags."""

    count: int | None = None
    words: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Reassembly:
    """Words and numbers of parts; or, where `key` is set, which keyword's rules to follow, `words` being heard anew."""

    words: tuple[str | int, ...] = ()
    key: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """How what was heard is taken apart, and what is made of it, each in turn."""

    parts: tuple[Part, ...]
    reassemblies: tuple[Reassembly, ...]


@dataclass(frozen=True, slots=True)
class Keyword:
    """What is known of a word."""

    becomes: str
    rank: int = 0
    tags: frozenset[str] = frozenset()
    rules: tuple[Rule, ...] = ()
    link: str = ""


@dataclass(frozen=True, slots=True)
class Script:
    """All that the machine goes by."""

    greeting: tuple[str | int, ...]
    keywords: dict[str, Keyword]
    none: Rule
    memory_key: str = ""
    memories: tuple[Rule, ...] = ()
