"""By which rules a run goes."""

from dataclasses import dataclass, field
from typing import Any

from agents.models import Agent
from agents.running.pricing import Price
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

MOST_TRIES, MOST_TURNS = 20, 100
MOST_STIMULI, MOST_PER_MINUTE = 10**9, 1_000_000
MOST_MONEY = 10**15  # a billion dollars
MOST_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Rules:
    """By which rules a run goes; prices and the cap in millionths of a US dollar."""

    limit: int | None = None  # at most so many stimuli, by their names
    seed: int = 0
    turns: int = 12
    partner: Agent | None = None  # with whom it talks; None where it talks with itself
    most_tries: int = 3
    per_minute: int | None = None
    cap: int | None = None
    price: Price = field(default_factory=Price)

    def check(self) -> None:
        """Raise InvalidPayload for rules by which nothing can be asked."""
        ranges = {
            say_later("limit"): (self.limit, 1, MOST_STIMULI),
            say_later("seed"): (self.seed, -MOST_SEED, MOST_SEED),
            say_later("tries"): (self.most_tries, 1, MOST_TRIES),
            say_later("turns"): (self.turns, 2, MOST_TURNS),
            say_later("calls per minute"): (self.per_minute, 1, MOST_PER_MINUTE),
            say_later("cap"): (self.cap, 0, MOST_MONEY),
            say_later("price"): (min(self.price), 0, None),
            say_later("highest price"): (max(self.price), None, MOST_MONEY),
        }
        problems = [
            Problem(name, repr(value), say_range(least, most))
            for name, (value, least, most) in ranges.items()
            if value is not None and ((least is not None and value < least) or (most is not None and value > most))
        ]
        if problems:
            raise InvalidPayload(problems)

    @property
    def fields(self) -> dict[str, Any]:
        """The same as fields of a run."""
        return {
            "seed": self.seed,
            "turns": self.turns,
            "partner": self.partner,
            "most_tries": self.most_tries,
            "per_minute": self.per_minute,
            "call_price": self.price.calls,
            "price_in": self.price.tokens_in,
            "price_out": self.price.tokens_out,
            "cap": self.cap,
        }


def say_range(least: int | None, most: int | None) -> str:
    """What a number should be."""
    if most is None:
        return say_later("it should be at least %(least)s", least=least)
    if least is None:
        return say_later("it should be at most %(most)s", most=most)
    return say_later("it should be at least %(least)s and at most %(most)s", least=least, most=most)
