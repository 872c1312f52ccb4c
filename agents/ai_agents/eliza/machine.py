"""The machine that follows a script, as Weizenbaum describes it in 1966: keywords by rank, rules in turn, a memory."""

import re
import zlib
from collections import deque
from collections.abc import Sequence

from agents.ai_agents.eliza.rules import NEWKEY, NONE, Part, Reassembly, Rule, Script

_WORDS = re.compile(r"[a-z0-9'-]+|[.,;:!?]", re.IGNORECASE)
_DELIMITERS = frozenset(".,;:!?") | {"BUT"}
RECALL_EVERY = 4  # the paper's counter: a memory comes back at its fourth step, where no keyword is heard
MOST_LINKS = 20  # a script that goes around in a circle ends


class Machine:
    """One conversation; the same words in the same order get the same answers."""

    def __init__(self, script: Script, *, topic: str = "") -> None:
        self.script, self.topic = script, topic
        self.turns: dict[int, int] = {}  # which reassembly of a rule is next
        self.memory: deque[str] = deque()
        self.counter = 1

    def greet(self) -> str:
        """What it says first."""
        return self.finish([str(word) for word in self.script.greeting])

    def answer(self, heard: str) -> str:
        """What it says to one turn of the other."""
        self.counter = self.counter % RECALL_EVERY + 1
        words, keys = self.listen(heard)
        if not keys and self.counter == RECALL_EVERY and self.memory:
            return self.memory.popleft()
        if keys and keys[0] == self.script.memory_key:
            self.remember(words)
        for key in keys:
            said = self.follow(key, words)
            if said:
                return said
        return self.follow(NONE, words) or self.greet()

    def listen(self, heard: str) -> tuple[list[str], list[str]]:
        """The words of the first part with a keyword, replaced as the script says, and its keywords by rank."""
        words: list[str] = []
        keys: list[str] = []
        for token in _WORDS.findall(heard.replace("\u2019", "'").upper()):
            if token in _DELIMITERS:
                if keys:
                    break
                words = []
                continue
            keyword = self.script.keywords.get(token)
            words.append(keyword.becomes if keyword else token)
            if keyword and (keyword.rules or keyword.link):
                first = not keys or keyword.rank > self.script.keywords[keys[0]].rank
                keys.insert(0 if first else len(keys), token)
        return words, keys

    def remember(self, words: Sequence[str]) -> None:
        """Keep something made of the words for later; which rule makes it depends on the last word."""
        rules = self.script.memories
        if not rules:
            return
        rule = rules[zlib.crc32(words[-1].encode()) % len(rules)]
        found = self.take_apart(rule.parts, words)
        if found is not None:
            self.memory.append(self.put_together(rule.reassemblies[0], found))

    def follow(self, key: str, words: Sequence[str]) -> str:
        """What the rules of a keyword make of the words; empty where none fits, or one goes on to the next keyword."""
        for _ in range(MOST_LINKS):
            keyword = self.script.keywords.get(key)
            rules = (self.script.none,) if key == NONE else keyword.rules if keyword else ()
            found = next(
                ((rule, parts) for rule in rules if (parts := self.take_apart(rule.parts, words)) is not None), None
            )
            if found is None:
                if not keyword or not keyword.link:
                    return ""
                key = keyword.link
                continue
            reassembly = self.take_turn(found[0])
            if not reassembly.key:
                return self.put_together(reassembly, found[1])
            if reassembly.key == NEWKEY:
                return ""
            if reassembly.words:
                words = [word for one in self.fill(reassembly, found[1]) for word in one.upper().split()]
            key = reassembly.key
        return ""

    def take_turn(self, rule: Rule) -> Reassembly:
        """The reassemblies of a rule come one after the other."""
        turn = self.turns.get(id(rule), 0)
        self.turns[id(rule)] = turn + 1
        return rule.reassemblies[turn % len(rule.reassemblies)]

    def take_apart(self, parts: Sequence[Part], words: Sequence[str]) -> list[Sequence[str]] | None:
        """The words as a rule takes them apart, each part as short as can be; None where they do not fit."""
        if not parts:
            return None if words else []
        part = parts[0]
        lengths = range(len(words) + 1) if part.count == 0 else (part.count or 1,)
        for length in lengths:
            if length > len(words) or (part.count is None and not self.fits(part, words[0])):
                return None
            rest = self.take_apart(parts[1:], words[length:])
            if rest is not None:
                return [words[:length], *rest]
        return None

    def fits(self, part: Part, word: str) -> bool:
        """Whether a word is one of those, or has such a tag."""
        keyword = self.script.keywords.get(word)
        return word in part.words or bool(keyword and keyword.tags & part.tags)

    def put_together(self, reassembly: Reassembly, found: Sequence[Sequence[str]]) -> str:
        """A sentence of a reassembly and the parts of what was heard."""
        return self.finish(self.fill(reassembly, found))

    def fill(self, reassembly: Reassembly, found: Sequence[Sequence[str]]) -> list[str]:
        """The words of a reassembly, the parts in their places."""
        filled: list[str] = []
        for word in reassembly.words:
            filled.extend(part.lower() for part in found[word - 1]) if isinstance(word, int) else filled.append(word)
        return filled

    def finish(self, words: Sequence[str]) -> str:
        """Words as a sentence: the topic in its place, signs at their words, capitals where they belong."""
        text = " ".join(self.topic or "that" if word == "TOPIC" else word for word in words)
        text = re.sub(r"\s+([.,;:!?])", r"\1", text)
        text = re.sub(r"\bi\b", "I", text)
        return re.sub(r"(^|[.!?]\s+)([a-z])", lambda start: start[1] + start[2].upper(), text)
