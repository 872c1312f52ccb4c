"""A file row against the stimulus that is known: what is new is taken, what contradicts is refused."""

from typing import Any

from agents.formats.base import StimulusRow
from agents.models import Stimulus
from agents.normalizing import make_storable
from agents.tasks.base import Data, Task
from agents.tasks.payloads import describe_value
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later


def make_stimulus(row: StimulusRow, payload: Data, *, task: Task, pool: str) -> Stimulus:
    """A new stimulus, not saved; raises InvalidPayload."""
    stimulus = Stimulus(task=task.slug, pool=pool, key=clean_key(row), is_catch=row.is_catch)
    stimulus.payload = task.check_stimulus(payload)
    stimulus.facets = clean_facets(row)
    rate_stimulus(stimulus)
    return stimulus


def rate_stimulus(stimulus: Stimulus) -> None:
    """Set whether the stimulus has its picture and its control's truth."""
    stimulus.has_picture = stimulus.plugin.has_picture(stimulus.payload)
    stimulus.has_control = stimulus.plugin.has_control(stimulus.payload)


def merge_row(stimulus: Stimulus, row: StimulusRow, payload: Data) -> bool:
    """Whether the row brought anything new to the stimulus; raises InvalidPayload where it contradicts."""
    news = find_news(stimulus, payload) if payload else {}
    facets = clean_facets(row)
    for name, value in facets.items():
        if stimulus.facets.get(name, value) != value:
            raise contradict(f"facet_{name}", value, stimulus.facets[name])
    is_new = bool(news) or not facets.items() <= stimulus.facets.items() or row.is_catch > stimulus.is_catch
    if is_new:
        stimulus.payload = {**stimulus.payload, **news}
        stimulus.facets = {**stimulus.facets, **facets}
        stimulus.is_catch = stimulus.is_catch or row.is_catch
        rate_stimulus(stimulus)
    return is_new


def find_news(stimulus: Stimulus, payload: Data) -> Data:
    """The fields that the row has and the stimulus lacks; raises InvalidPayload."""
    checked = stimulus.plugin.check_stimulus({**stimulus.payload, **payload})
    defaults = find_defaults(stimulus.plugin)
    news = {}
    for name in payload:
        value, known = checked[name], stimulus.payload[name]
        if value in (known, defaults[name]):
            continue
        if known != defaults[name]:
            raise contradict(name, value, known)
        news[name] = value
    return news


def find_defaults(task: Task) -> dict[str, Any]:
    """What each field of a stimulus is where nothing was given, in its stored form."""
    fields = task.Stimulus.model_fields.items()
    defaults = {name: None if field.is_required() else field.get_default() for name, field in fields}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in defaults.items()}


def clean_key(row: StimulusRow) -> str:
    """The row's key as it can be stored."""
    return make_storable(row.key)


def clean_facets(row: StimulusRow) -> dict[str, str]:
    """The row's facets as they can be stored, without empty ones."""
    return {make_storable(name): make_storable(value) for name, value in row.facets.items() if value}


def contradict(name: str, value: Any, known: Any) -> InvalidPayload:
    """The error for a row that says something else of a stimulus than what is known."""
    rule = say_later(
        "the stimulus of this key is known with %(known)s; use another key or another pool", known=describe_value(known)
    )
    return InvalidPayload([Problem(name, describe_value(value), rule)])
