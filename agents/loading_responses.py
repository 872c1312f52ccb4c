"""The responses that file rows bring, with their authorships; a response that is known stays as it is."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from agents.formats.base import ResponseRow
from agents.loading_agents import AgentShelf
from agents.loading_keys import make_key, make_raw
from agents.loading_stimuli import StimulusShelf
from agents.models import PAIRING_LETTERS, Agent, Authorship, Origin, Provenance, Response, Stimulus
from agents.tasks.base import Data
from agents.tasks.payloads import describe_value
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

Place = tuple[int, str]  # stimulus and key: what a response is known by


@dataclass(frozen=True, slots=True)
class Checked:
    """A row that keeps the rules of its task, with its authors by role and what it is known by."""

    row: ResponseRow
    key: str
    payload: Data
    raw: Any
    agents: dict[str, Agent]


@dataclass
class PlacedResponses:
    """What became of a batch."""

    made: int = 0
    unchanged: int = 0
    completed: int = 0
    new_stimuli: int = 0
    problems: list[Problem] = field(default_factory=list)


class ResponseShelf:
    """The responses of one load."""

    def __init__(self, stimuli: StimulusShelf, agents: AgentShelf, *, provenance: Provenance, at: datetime) -> None:
        self._stimuli, self._agents = stimuli, agents
        self._task = stimuli.task
        self._provenance, self._at = provenance, at
        self.remarks: Counter[str] = Counter()

    def place(self, rows: Sequence[ResponseRow]) -> PlacedResponses:
        """Check and write a batch, inside the caller's transaction."""
        result = PlacedResponses()
        checked = [found for row in rows if (found := self._try(self._check, row, row, result))]
        self._agents.fetch(agent for item in checked for agent in item.agents.values())
        checked = [found for item in checked if (found := self._try(self._settle, item, item.row, result))]
        placed = self._stimuli.place([item.row.stimulus for item in checked])
        result.problems.extend(placed.problems)
        result.completed, result.new_stimuli = placed.completed, placed.made
        self._write([(item, to) for item, to in zip(checked, placed.stimuli, strict=True) if to], result)
        return result

    def _try(self, step: Any, item: Any, row: ResponseRow, result: PlacedResponses) -> Checked | None:
        """The outcome of a step; None, and its problems listed with their place, where the row is refused."""
        try:
            outcome: Checked = step(item)
        except InvalidPayload as error:
            result.problems.extend(replace(problem, where=problem.where or row.where) for problem in error.problems)
            return None
        return outcome

    def _check(self, row: ResponseRow) -> Checked:
        """The row by the rules of its task; raises InvalidPayload."""
        roles = [author.role for author in row.authors]
        if sorted(roles) != sorted(self._task.roles):
            rule = say_later("there should be one author for each of %(roles)s", roles=", ".join(self._task.roles))
            raise InvalidPayload([Problem("authors", ", ".join(roles) or say_later("missing"), rule)])
        agents = {author.role: self._agents.describe(author) for author in row.authors}
        payload, raw = self._task.check_response(row.payload), make_raw({**row.beside, **row.payload})
        return Checked(row, make_key(row, raw, agents), payload, raw, agents)

    def _settle(self, item: Checked) -> Checked:
        """The row with its agents as the database knows them; raises InvalidPayload."""
        return replace(item, agents={role: self._agents.take(agent) for role, agent in item.agents.items()})

    def _write(self, items: Sequence[tuple[Checked, Stimulus]], result: PlacedResponses) -> None:
        """Write the responses that are not known, and their authorships."""
        wanted: dict[Place, tuple[Checked, Stimulus]] = {}
        for item, stimulus in items:
            wanted.setdefault((stimulus.pk, item.key), (item, stimulus))
        known = find_known(wanted)
        new = {place: self._make(*wanted[place]) for place in sorted(wanted) if place not in known}
        # The stimuli are locked, so no other load writes the same responses now.
        Response.objects.bulk_create(new.values())
        Authorship.objects.bulk_create(
            [made for place, response in new.items() for made in make_authorships(wanted[place][0], response)]
        )
        others = list_others(items, {place: response.raw for place, response in new.items()} | known)
        result.problems.extend(others)
        result.made = len(new)
        result.unchanged = len(items) - len(new) - len(others)
        self.remarks.update(remark for response in new.values() for remark in response.remarks)

    def _make(self, item: Checked, stimulus: Stimulus) -> Response:
        """A new response, not saved."""
        letters = [PAIRING_LETTERS[Origin(item.agents[role].origin)] for role in self._task.roles]
        return Response(
            stimulus=stimulus,
            pool=self._stimuli.pool,
            key=item.key,
            pairing="".join(letters),
            payload=item.payload,
            raw=item.raw,
            provenance=self._provenance,
            remarks=list(self._task.remarks(item.payload)),
            created_at=self._at,
        )


def find_known(wanted: dict[Place, Any]) -> dict[Place, Any]:
    """What was given for those of these responses that the database has."""
    # By stimulus alone: databases that try each stimulus with each key take long.
    rows = Response.objects.filter(stimulus__in={stimulus for stimulus, _ in wanted})
    places = {pk: (stimulus, key) for pk, stimulus, key in rows.values_list("pk", "stimulus", "key")}
    known = {pk: place for pk, place in places.items() if place in wanted}
    return {known[pk]: raw for pk, raw in Response.objects.filter(pk__in=known).values_list("pk", "raw")}


def list_others(items: Sequence[tuple[Checked, Stimulus]], raws: dict[Place, Any]) -> list[Problem]:
    """Rows that are another response under a key that is taken."""
    rule = say_later("another response to this stimulus has this key; give each response a key of its own")
    return [
        Problem("key", describe_value(item.row.key), rule, item.row.where)
        for item, stimulus in items
        if item.raw != raws[stimulus.pk, item.key]
    ]


def make_authorships(item: Checked, response: Response) -> list[Authorship]:
    """Who made a response, in which roles."""
    genders = {author.role: author.gender.lower() for author in item.row.authors}
    return [
        Authorship(response=response, agent=agent, role=role, gender=genders[role])
        for role, agent in item.agents.items()
    ]
