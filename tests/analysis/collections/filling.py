"""Small collections whose numbers can be counted by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.models import Agent, Origin
from judging.models import Collection, Study
from tests.builders import make_agent, make_judgement, make_response, make_stimulus, make_study, make_visit


def make_member(collection: Collection, slug: str, *, task: str = "color", **changes: Any) -> Study:
    """A study of the collection."""
    study = make_study(slug, task=task, **changes)
    Study.objects.filter(pk=study.pk).update(collection=collection)
    study.refresh_from_db()
    return study


def make_collection(slug: str = "both") -> Collection:
    """An empty collection."""
    return Collection.objects.create(slug=slug, title=slug.capitalize())


def find_agent(slug: str, origin: str = Origin.AI) -> Agent:
    """The agent of that name, made where it is new."""
    return Agent.objects.filter(slug=slug).first() or make_agent(slug, origin=origin)


def fill(
    study: Study,
    shares: Mapping[str, float],
    *,
    judges: int,
    stimuli: int,
    facets: Sequence[Mapping[str, str]] = ({},),
    demographics: Sequence[Mapping[str, str]] = ({},),
) -> None:
    """Every judge sees one response of each author to each stimulus and calls a share of them human.

    The verdicts go round by judge and stimulus, so that a share of the judges and of the stimuli alike is called human:
    of `judges` x `stimuli` judgements on an author exactly that share where `stimuli` times the share is whole.
    """
    responses = []
    for author in shares:
        agent = find_agent(author, Origin.HUMAN if author.startswith("human") else Origin.AI)
        for number in range(stimuli):
            stimulus = make_stimulus(task=study.task, facets=facets[number % len(facets)])
            responses.append((author, number, make_response(agent, stimulus=stimulus)))
    for judge in range(judges):
        visit = make_visit(study, demographics=demographics[judge % len(demographics)])
        for author, number, response in responses:
            is_human = (number + judge) % stimuli < round(shares[author] * stimuli)
            make_judgement(visit, response, Origin.HUMAN if is_human else Origin.AI)
