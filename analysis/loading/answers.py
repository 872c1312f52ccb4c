"""What was judged: responses of a pool where it holds them, else stand-ins that say only who made them for what."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import PurePosixPath

from agents.loading import LoadResult
from agents.loading_agents import AgentShelf
from agents.loading_keys import digest
from agents.loading_pictures import PictureShelf
from agents.loading_stimuli import StimulusShelf
from agents.models import PAIRING_LETTERS, Agent, Authorship, Origin, Provenance, Response, Stimulus
from agents.tasks import TASKS
from analysis.loading.formats.base import JudgementRow
from judging.design import name_cell
from judging.models import Cell, Place, Protocol
from turingapp.errors import InvalidPayload

Authors = dict[str, Agent]  # by role


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row with the place that its response has in the study."""

    row: JudgementRow
    place: int
    stimulus: int


def name_own_pool(slug: str) -> str:
    """The pool of what a loaded study's judges saw and no other pool holds."""
    return f"judged-{slug}"[:60].rstrip("-")


class AnswerShelf:
    """The stimuli, responses and places of one study while judgements are being loaded."""

    def __init__(self, protocol: Protocol, pool: str, *, at: datetime) -> None:
        self._protocol, self._at, self._pool = protocol, at, pool
        self._own = name_own_pool(protocol.study.slug)
        self._task = TASKS[protocol.study.task]
        self._agents = AgentShelf(self._own)
        self._stimuli = StimulusShelf(self._task, self._own, PictureShelf(None, dry_run=False))
        self._shown = PoolIndex(self._task.slug, pool)
        self._cells: dict[tuple[str, str], Cell] = {(c.kind, c.name): c for c in protocol.cells.all()}
        places = Place.objects.filter(cell__protocol=protocol)
        self._places = {(c, r, v): pk for c, r, v, pk in places.values_list("cell", "response", "view", "pk")}
        stand_ins = Response.objects.filter(pool=self._own)
        self._responses = {(s, key): pk for s, key, pk in stand_ins.values_list("stimulus", "key", "pk")}
        self._matched, self._stood_in = set[int](), set(self._responses.values())

    def place(self, rows: Sequence[JudgementRow], result: LoadResult) -> list[PlacedRow]:
        """Each row with its place; those that are refused are listed in the result."""
        authored = self._find_authors(rows, result)
        stimuli = self._find_stimuli([row for row, _ in authored], result)
        return [
            self._place(row, authors, stimulus)
            for (row, authors), stimulus in zip(authored, stimuli, strict=True)
            if stimulus is not None
        ]

    def _place(self, row: JudgementRow, authors: Authors, stimulus: Stimulus) -> PlacedRow:
        """A row whose authors and stimulus are known, with its place."""
        response = self._find_response(row, authors, stimulus)
        return PlacedRow(row, self._find_place(row, authors, stimulus, response), stimulus.pk)

    def finish(self, result: LoadResult) -> None:
        """Say how many of the responses were found, and how the cells have grown."""
        for cell in self._cells.values():
            cell.places_count = sum(key[0] == cell.pk for key in self._places)
        Cell.objects.bulk_update(self._cells.values(), ["places_count"])
        told = {
            "a response of the pool was judged": len(self._matched),
            "a response was judged whose content was not published": len(self._stood_in),
        }
        result.remarks = {remark: number for remark, number in told.items() if number}

    def _find_authors(self, rows: Sequence[JudgementRow], result: LoadResult) -> list[tuple[JudgementRow, Authors]]:
        """The rows with the agents of each role."""
        described: list[tuple[JudgementRow, Authors]] = []
        for row in rows:
            try:
                described.append((row, {one.role: self._agents.describe(one) for one in row.authors}))
            except InvalidPayload as error:
                result.refused.extend(replace(problem, where=row.where) for problem in error.problems)
        self._agents.fetch(agent for _, authors in described for agent in authors.values())
        settled: list[tuple[JudgementRow, Authors]] = []
        for row, authors in described:
            try:
                settled.append((row, {role: self._agents.take(agent) for role, agent in authors.items()}))
            except InvalidPayload as error:
                result.refused.extend(replace(problem, where=row.where) for problem in error.problems)
        return settled

    def _find_stimuli(self, rows: Sequence[JudgementRow], result: LoadResult) -> list[Stimulus | None]:
        """The stimulus of each row: the pool's, else the study's own; None where the row is refused."""
        found: list[Stimulus | None] = [self._shown.find_stimulus(row.stimulus.key) for row in rows]
        missing = [number for number, stimulus in enumerate(found) if stimulus is None]
        placed = self._stimuli.place([rows[number].stimulus for number in missing])
        for number, stimulus in zip(missing, placed.stimuli, strict=True):
            found[number] = stimulus
        result.refused.extend(placed.problems)
        result.new_stimuli += placed.made
        return found

    def _find_response(self, row: JudgementRow, authors: Authors, stimulus: Stimulus) -> int:
        """The pool's one response of these authors, else the stand-in, which is made where there is none."""
        shown = self._shown.find_response(stimulus.pk, [authors[role] for role in self._task.roles])
        if shown is not None:
            self._matched.add(shown)
            return shown
        genders = [(author.role, author.gender) for author in row.authors]
        key = digest([sorted((role, agent.slug) for role, agent in authors.items()), genders, row.slot])
        if (stimulus.pk, key) not in self._responses:
            self._responses[stimulus.pk, key] = self._make_stand_in(row, authors, stimulus, key)
        self._stood_in.add(self._responses[stimulus.pk, key])
        return self._responses[stimulus.pk, key]

    def _make_stand_in(self, row: JudgementRow, authors: Authors, stimulus: Stimulus, key: str) -> int:
        """A response without its content."""
        response = Response.objects.create(
            stimulus=stimulus,
            pool=self._own,
            key=key,
            pairing=self._pair(authors),
            payload={},
            raw={},
            provenance=Provenance.STAND_IN,
            created_at=self._at,
        )
        Authorship.objects.bulk_create(
            Authorship(response=response, agent=authors[one.role], role=one.role, gender=one.gender)
            for one in row.authors
        )
        return response.pk

    def _find_place(self, row: JudgementRow, authors: Authors, stimulus: Stimulus, response: int) -> int:
        """The place of a view of a response, made where there is none."""
        pairing = self._pair(authors)
        name = name_cell(pairing, [one.slug for one in authors.values() if one.origin == Origin.AI])
        if (row.kind, name) not in self._cells:
            facts = {"kind": row.kind, "name": name, "pairing": pairing, "places_count": 0}
            self._cells[row.kind, name] = Cell.objects.create(protocol=self._protocol, **facts)
        key = self._cells[row.kind, name].pk, response, row.view
        if key not in self._places:
            place = Place.objects.create(
                cell_id=key[0], response_id=response, stimulus=stimulus, view=row.view, salt=len(self._places)
            )
            self._places[key] = place.pk
        return self._places[key]

    def _pair(self, authors: Authors) -> str:
        return "".join(PAIRING_LETTERS[Origin(authors[role].origin)] for role in self._task.roles)


class PoolIndex:
    """The stimuli and responses of a pool, by what files of judgements say of them."""

    def __init__(self, task: str, pool: str) -> None:
        stimuli = list(Stimulus.objects.filter(task=task, pool=pool)) if pool else []
        self._stimuli = {stimulus.key: stimulus for stimulus in stimuli}
        self._by_stem = {PurePosixPath(stimulus.key).stem: stimulus for stimulus in stimuli}
        self._responses: defaultdict[tuple[int, tuple[str, ...]], list[int]] = defaultdict(list)
        authors: defaultdict[tuple[int, int], list[tuple[str, str]]] = defaultdict(list)
        authored = Authorship.objects.filter(response__stimulus__task=task, response__pool=pool)
        for one in authored.select_related("agent", "response"):
            authors[one.response.stimulus_id, one.response_id].append((one.role, name_author(one.agent)))
        for (stimulus, response), named in authors.items():
            self._responses[stimulus, tuple(name for _, name in sorted(named))].append(response)

    def find_stimulus(self, key: str) -> Stimulus | None:
        """The stimulus of this key, or of this file name without its ending."""
        return self._stimuli.get(key) or self._by_stem.get(PurePosixPath(key).stem)

    def find_response(self, stimulus: int, agents: Sequence[Agent]) -> int | None:
        """The response of these agents, in the order of roles; None where there is none, or more than one."""
        found = self._responses.get((stimulus, tuple(name_author(agent) for agent in agents)), [])
        return found[0] if len(found) == 1 else None


def name_author(agent: Agent) -> str:
    """An AI agent by name; people by their origin alone, as the files do not say who they were."""
    return agent.slug if agent.origin == Origin.AI else Origin.HUMAN
