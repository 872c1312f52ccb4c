"""The sample in the database: its pool, seven open studies, and a copy of each for robots."""

import random
from datetime import datetime
from itertools import groupby
from pathlib import Path

from django.conf import settings
from django.urls import reverse

from agents.adding import add_agent
from agents.ai_agents import BASELINES
from agents.loading import LoadResult, load_responses, load_stimuli
from agents.media_store import has_media
from agents.models import AgentRun, Provenance, Stimulus
from agents.running.carrying_out import carry_out
from agents.running.counting import count_run, describe_progress
from agents.running.queuing import queue_run
from agents.running.rules import Rules
from agents.sample import POOL
from agents.sample.chats import list_chats_of_machines, list_chats_with_machines, list_real_chats
from agents.sample.pictures import WRITTEN_IN, list_pictures, list_written_answers
from agents.sample.words import list_cues, list_written_words
from agents.tasks import TASKS
from judging.models import Study
from judging.opening import open_study
from judging.protocol import Settings
from judging.protocol_files import read_protocol
from turingapp.errors import InvalidPayload, Problem

PROTOCOLS = Path(settings.BASE_DIR) / "judging" / "protocols" / "sample"


def load_sample(*, at: datetime, seed: int = 0) -> list[Study]:
    """Load the pool and open the studies that are not there yet; what is there stays as it is."""
    protocols = list_protocols()
    wanted = [copy for protocol in protocols for copy in (protocol, protocol.simulate())]
    known = set(Study.objects.filter(slug__in=[protocol.slug for protocol in wanted]).values_list("slug", flat=True))
    if len(known) < len(wanted) or not has_pictures():
        load_pool(at=at, seed=seed)
    return [open_study(protocol, at=at, seed=seed) for protocol in wanted if protocol.slug not in known]


def list_protocols() -> list[Settings]:
    """The settings of the studies: those that are judged, in the order of the tasks, then where people answer."""
    order = {slug: place for place, slug in enumerate(TASKS.slugs)}
    return sorted(
        map(read_protocol, PROTOCOLS.glob("*.yaml")), key=lambda one: (not one.rule.judges_responses, order[one.task])
    )


def has_pictures() -> bool:
    """Whether the picture files of the sample lie in the media store."""
    stimuli = Stimulus.objects.filter(pool=POOL, has_picture=True)
    images = {payload["image"]["media"] for payload in stimuli.values_list("payload", flat=True) if "image" in payload}
    return all(map(has_media, images))


def load_pool(*, at: datetime, seed: int) -> None:
    """All stimuli and responses of the sample; loading again changes nothing. Raises InvalidPayload."""
    for task in WRITTEN_IN:
        for folder, rows in groupby(list_pictures(), key=lambda pair: pair[0]):
            refuse_faults(load_stimuli((row for _, row in rows), task=TASKS[task], pool=POOL, media=folder))
        written = list_written_answers(task)
        refuse_faults(load_responses(written, task=TASKS[task], pool=POOL, provenance=Provenance.WRITTEN, at=at))
    words = TASKS["association"]
    refuse_faults(load_stimuli(list_cues(), task=words, pool=POOL))
    refuse_faults(load_responses(list_written_words(), task=words, pool=POOL, provenance=Provenance.WRITTEN, at=at))
    load_chats(at=at)
    ask_all_agents(at=at, seed=seed)


def load_chats(*, at: datetime) -> None:
    """The dialogues: real ones, those with lines that were written, and those of machines alone."""
    chats = TASKS["conversation"]
    for rows, provenance in (
        (list_real_chats(), Provenance.LOADED),
        (list_chats_with_machines(), Provenance.WRITTEN),
        (list_chats_of_machines(), Provenance.COMPUTED),
    ):
        refuse_faults(load_responses(rows, task=chats, pool=POOL, provenance=provenance, at=at))


def ask_all_agents(*, at: datetime, seed: int) -> None:
    """Every baseline answers the stimuli of its tasks; the dialogues have their machines already."""
    for system in BASELINES:
        agent = add_agent(system, at=at)
        for slug in system.tasks:
            if len(TASKS[slug].roles) == 1:
                run = queue_run(agent, task=slug, pool=POOL, rules=Rules(seed=seed), at=at)
                if run is not None:
                    ask_about_all(run, at=at)


def ask_about_all(run: AgentRun, *, at: datetime) -> None:
    """Carry a run out to its end; raises InvalidPayload where anything was left without an answer."""
    carry_out(run, seconds=1.0, clock=lambda: at, rng=random.Random(run.seed))
    counted = count_run(run)
    if counted.answered < counted.total:
        raise InvalidPayload([Problem("run", repr(run.agent.slug), " ".join(describe_progress(counted)))])


def refuse_faults(result: LoadResult) -> None:
    """Raise InvalidPayload where any row was refused: the sample has none."""
    if result.refused:
        raise InvalidPayload(result.refused)


def list_sample_links(base_url: str) -> list[tuple[str, str]]:
    """Title and join address of each of the sample's open studies for people."""
    slugs = [protocol.slug for protocol in list_protocols()]
    studies = Study.objects.filter(slug__in=slugs, state=Study.State.OPEN)
    return [(study.title, f"{base_url.rstrip('/')}{reverse('join', args=[study.link])}") for study in studies]


def list_simulated_slugs() -> list[str]:
    """The slugs of the copies that robots fill."""
    return [protocol.simulate().slug for protocol in list_protocols()]
