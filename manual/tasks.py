"""The pages of tasks and of file formats."""

import json
import random

from agents.formats import FORMATS
from agents.formats.base import Format
from agents.tasks import TASKS
from agents.tasks.base import Task
from analysis.loading.formats import JUDGEMENT_FORMATS
from manual.schemas import list_fields
from manual.tables import clean, code, write_table

TASKS_INTRODUCTION = """# Tasks

What agents can be asked to do. [Adding a task](../adding-a-task.md) says how one is added; this page is made from the
tasks themselves.
"""
FORMATS_INTRODUCTION = """# Formats

Files of stimuli, responses and judgements, by the name that `--format` takes. [Loading](../loading.md) says how they
are loaded and what is peculiar to each; this page is made from the formats themselves.
"""


def write_tasks() -> str:
    """All tasks, each with the fields of its payloads and a made-up example."""
    return "\n".join([TASKS_INTRODUCTION, *map(write_task, TASKS)])


def write_task(task: Task) -> str:
    """One task."""
    sample = task.sample(random.Random(0))
    example = json.dumps({"stimulus": sample.stimulus, "response": sample.response}, ensure_ascii=False, indent=2)
    facts = [
        ("agents are asked", clean(task.instruction)),
        ("judges are asked", clean(task.question)),
        ("authors of a response", ", ".join(map(code, task.roles))),
        ("trials a judge, where a protocol is silent", str(task.trials)),
        ("shortest time of a trial", f"{task.min_seconds:g} s"),
        ("control questions", "yes" if task.asks_control else "no"),
        ("people can answer it alone", "yes" if task.takes_answers else "no"),
    ]
    fields = [
        (part, code(name), takes, default or "needed")
        for part, model in (("stimulus", task.Stimulus), ("response", task.Response))
        for name, takes, default in list_fields(model)
    ]
    return (
        f"## {task.slug}\n\n{task.title}.\n\n{write_table(('', ''), facts)}\n"
        f"{write_table(('of', 'field', 'takes', 'default'), fields)}\n"
        f"Made up, as it is stored:\n\n```json\n{example}\n```\n"
    )


def write_formats() -> str:
    """All formats."""
    rows = [
        (code(one.slug), clean(one.title), clean(one.__doc__ or ""), list_tasks(one), list_things(one))
        for one in FORMATS
    ]
    options = [(code(one.slug), code(name), clean(means)) for one in FORMATS for name, means in one.options.items()]
    judged = [(code(one.slug), clean(one.title), clean(one.__doc__ or "")) for one in JUDGEMENT_FORMATS]
    return "\n".join(
        [
            FORMATS_INTRODUCTION,
            "## Stimuli and responses\n",
            write_table(("format", "title", "what it reads", "tasks", "holds"), rows),
            "## Options\n\nGiven as `--set NAME=VALUE`.\n",
            write_table(("format", "option", "means"), options),
            "## Judgements\n",
            write_table(("format", "title", "what it reads"), judged),
        ]
    )


def list_tasks(form: Format) -> str:
    """The tasks that a format can hold."""
    return ", ".join(form.tasks) if form.tasks else "all"


def list_things(form: Format) -> str:
    """Whether a format holds stimuli, responses, or both."""
    kind = type(form)
    holds = {
        "stimuli": kind.read_stimuli is not Format.read_stimuli,
        "responses": kind.read_responses is not Format.read_responses,
    }
    return ", ".join(thing for thing, is_held in holds.items() if is_held)
