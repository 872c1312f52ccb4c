"""All AI agents that work offline, asked about a folder's stimuli and judged by the default AI judge; no database."""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agents.ai_agents import AI_AGENTS
from agents.ai_agents.answers import Failure, NoAnswer
from agents.ai_agents.base import AIAgent
from agents.asking import ask
from agents.formats import FORMATS
from agents.formats.base import Format, ResponseRow, StimulusItem, StimulusRow
from agents.models import Origin, Stimulus
from agents.tasks.base import Data, Task
from agents.tasks.conversation import TOPICS
from analysis.ai_judges import AI_JUDGES, DEFAULT_JUDGE
from analysis.embedders import find_best_embedder
from analysis.embedders.base import Embedder
from analysis.evaluations.computed import show_picture
from analysis.evaluations.evaluating import Evaluation
from analysis.evaluations.items import ItemSet, Maker, list_files, make_items, read_folder
from analysis.evaluations.places import Setting
from analysis.features.items import Item
from analysis.stats.proportions import wilson
from turingapp.errors import InvalidPayload, ModelNotHere, TuringError

PHOTOGRAPHS = "photographs"
TAKEN = ".jpg"  # as the media store has them
PASSED_OVER = frozenset((".jpeg", ".png", ".webp", ".gif", ".bmp", ".tif", ".tiff"))
MOST_NAMED = 10
TRIES = 3
FEWEST_PEOPLE = 10  # stimuli that people answered; with fewer there is nothing to learn from
LONGEST_EXAMPLE = 80


@dataclass
class Survey:
    """What came of asking one agent about the stimuli of one task."""

    task: str
    agent: AIAgent
    asked: int = 0
    failures: Counter[Failure] = field(default_factory=Counter)
    not_taken: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    example: str = ""
    judged_by: str = ""  # the set from which the judge has learned; empty: it was not judged
    imitation: float | None = None
    interval: tuple[float, float] | None = None
    humans: float | None = None


def is_offline(agent: AIAgent) -> bool:
    """Whether it asks nobody: systems behind an address have it as a setting."""
    return not {"url", "key_env"} & set(type(agent.settings).model_fields)


def list_ready(task: Task) -> list[AIAgent]:
    """The offline agents of a task that lack nothing on this machine."""
    doing = (agent for agent in AI_AGENTS if task.slug in agent.tasks and is_offline(agent))
    return [agent for agent in doing if not agent.find_lacks()]


def list_stimuli(folder: Path, task: Task, *, answered: Collection[str]) -> list[Stimulus]:
    """The pictures, cues or topics of a folder, each once, by their names; cues those that people answered, or all."""
    if len(task.roles) > 1:
        found = {topic: {"topic": topic} for topic in TOPICS}
    elif task.needs_picture:
        found = {path.name: show_picture(path) for path in list_pictures(folder, task)}
    else:
        every = dict(read_payloads(folder, task))
        found = {key: every[key] for key in answered if key in every} or every
    return [Stimulus(task=task.slug, pool="survey", key=key, payload=found[key]) for key in sorted(found)]


def list_pictures(folder: Path, task: Task) -> Iterator[Path]:
    """The photographs, and the pictures in the folders `stimuli` of the task's sets."""
    return (path for path in list_files_beside(folder, task) if path.suffix == TAKEN)


def list_files_beside(folder: Path, task: Task) -> Iterator[Path]:
    """All that lies where pictures should."""
    for place in (folder / PHOTOGRAPHS, *sorted(folder.glob(f"{task.slug}/*/stimuli"))):
        yield from place.glob("*")


def note_passed_over(folder: Path, task: Task) -> list[str]:
    """What is said of pictures in other formats."""
    passed = [path.name for path in list_files_beside(folder, task) if path.suffix.lower() in PASSED_OVER]
    if not passed or not task.needs_picture:
        return []
    return [f"{task.slug}: only pictures that end in {TAKEN} are asked about; passed over: {name_some(passed)}."]


def note_not_taken(surveys: Iterable[Survey]) -> Iterator[str]:
    """Which stimuli agents could not take, agents with the same ones together."""
    together: dict[tuple[str, ...], list[Survey]] = {}
    for survey in surveys:
        together.setdefault(tuple(survey.not_taken), []).append(survey)
    for keys, alike in together.items():
        if keys:
            agents = ", ".join(sorted(survey.agent.slug for survey in alike))
            yield f"{alike[0].task}: {agents} cannot take {name_some(keys)}."


def name_some(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    rest = len(names) - MOST_NAMED
    return ", ".join(sorted(names)[:MOST_NAMED]) + (f" and {rest} more" if rest > 0 else "")


def read_payloads(folder: Path, task: Task) -> Iterator[tuple[str, Data]]:
    """The stimuli in the files of a task's sets, whether they have answers or not."""
    for place in sorted(path for path in folder.glob(f"{task.slug}/*") if path.is_dir()):
        for path in list_files(place):
            for form in FORMATS:
                if form.tasks is None or task.slug in form.tasks:
                    yield from read_rows(form, path, task)


def read_rows(form: Format, path: Path, task: Task) -> Iterator[tuple[str, Data]]:
    """The stimuli that one format finds in a file."""
    responses = (row.stimulus if isinstance(row, ResponseRow) else row for row in form.read_responses(path, task.slug))
    rows: Iterable[StimulusItem] = (*form.read_stimuli(path, task.slug), *responses)
    for row in rows:
        if isinstance(row, StimulusRow):
            try:
                yield row.key, task.check_stimulus(row.payload)
            except InvalidPayload:
                continue  # another format may read it


def answer_all(agent: AIAgent, task: Task, stimuli: Sequence[Stimulus], *, seed: int, turns: int) -> Survey:
    """The agent's answers, each stimulus with three tries; what is no answer is counted by its kind."""
    survey = Survey(task.slug, agent)
    for stimulus in stimuli:
        survey.asked += 1
        for number in range(TRIES):
            rng = random.Random(f"{seed}/{agent.slug}/{stimulus.key}/{number}")
            try:
                payload = ask([agent], stimulus, rng, turns=turns, pace=lambda: None).payload
            except NoAnswer as error:
                if error.kind == Failure.CANNOT_TAKE or number + 1 == TRIES:
                    survey.failures[error.kind] += 1
                    survey.not_taken += [stimulus.key] if error.kind == Failure.CANNOT_TAKE else []
                    break
                continue
            makers = {role: Maker(Origin.AI, agent.slug, "") for role in task.roles}
            key, group = f"{stimulus.key}/{agent.slug}", stimulus.key
            survey.items += make_items(task, stimulus.payload, payload, key=key, group=group, makers=makers)
            survey.example = survey.example or f"{stimulus.key}: {show_answer(payload)}"
            break
    return survey


def show_answer(payload: Data) -> str:
    """An answer as a line."""
    value = next(iter(payload.values()))
    if value and isinstance(value[0], dict):
        value = [turn["text"] for turn in value[:2]]
    parts = [f"({one[0]:.2f}, {one[1]:.2f})" if isinstance(one, list | tuple) else str(one) for one in value]
    text = value if isinstance(value, str) else " / ".join(parts) if isinstance(value[0], str) else " ".join(parts)
    return text if len(text) <= LONGEST_EXAMPLE else f"{text[:LONGEST_EXAMPLE]}…"


def find_people(folder: Path, task: Task) -> ItemSet | None:
    """The first of a task's sets in which people answered enough stimuli; None without any."""
    for items in read_folder(folder, tasks=[task.slug]):
        if len({item.group for item in items.items if item.is_human}) >= FEWEST_PEOPLE:
            return items
    return None


def judge_all(surveys: Sequence[Survey], people: ItemSet, *, cache: Path, embedder: Embedder | None) -> None:
    """Say of each survey how often the default judge takes its answers for a human's.

    The judge has learned from the answers of people and of all other systems to other stimuli, and from nothing of the
    system itself.
    """
    items = (*people.items, *(item for survey in surveys for item in survey.items))
    judge = AI_JUDGES[DEFAULT_JUDGE]
    whole = ItemSet(people.name, people.task, items)
    settings = (Setting.HELD_OUT,)
    evaluation = Evaluation(whole, cache, (judge,), settings=settings, seeds=(0,), embedder=embedder)
    for _ in evaluation.run():
        pass
    for survey in surveys:
        found = evaluation.gather_agent(judge, Setting.HELD_OUT, survey.agent.slug)
        if found is None or not survey.items:
            continue
        verdicts, is_human = found.p >= 0.5, found.y == 1
        ours = verdicts[~is_human]
        survey.judged_by, survey.imitation = people.name, float(ours.mean())
        survey.interval = wilson(int(ours.sum()), len(ours))
        survey.humans = float(verdicts[is_human].mean())


def survey_task(
    folder: Path, task: Task, *, limit: int | None, seed: int, turns: int, cache: Path
) -> tuple[list[Survey], list[str]]:
    """Every ready agent of a task over the folder's stimuli, judged where there are people's answers; and notes."""
    people = find_people(folder, task)
    answered = {item.group for item in people.items if item.is_human} if people else set()
    stimuli = list_stimuli(folder, task, answered=answered)[:limit]
    notes = note_passed_over(folder, task)
    if not stimuli:
        return [], [*notes, f"{task.slug}: the folder has no stimuli."]
    surveys: list[Survey] = []
    for agent in list_ready(task):
        try:
            surveys.append(answer_all(agent, task, stimuli, seed=seed, turns=turns))
        except ModelNotHere as error:  # a file that is there and holds no model
            notes.append(f"{task.slug}: {agent.slug} was left out: {error}")
    notes += note_not_taken(surveys)
    if people is None:
        unjudged = f"{task.slug}: no set has people's answers to {FEWEST_PEOPLE} stimuli, so nothing is judged."
        return surveys, [*notes, unjudged]
    try:
        judge_all(surveys, people, cache=cache, embedder=find_best_embedder())
    except TuringError as error:
        notes.append(f"{task.slug}: {error}")
    return surveys, notes
