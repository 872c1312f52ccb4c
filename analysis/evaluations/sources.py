"""What an evaluation may be about: the pool of a study, or all responses of a task, in the database."""

from agents.models import Response
from agents.tasks import TASKS
from analysis.ai_judges.base import CannotJudge
from analysis.evaluations.items import ItemSet, Unit, read_responses
from judging.models import Place, Study, TrialKind
from turingapp.words import say_later


def read_source(name: str, *, unit: Unit = Unit.PART, turns: int | None = None) -> ItemSet:
    """The items of the study or the task called `name`; raises CannotJudge where there is neither."""
    study = Study.objects.filter(slug=name).first()
    if study is None and name not in TASKS:
        known = ", ".join([*Study.objects.values_list("slug", flat=True)]) or say_later("none yet")
        raise CannotJudge(
            say_later(
                "Neither a study nor a task is called %(name)s; tasks: %(tasks)s; studies: %(studies)s.",
                name=repr(name),
                tasks=", ".join(TASKS.slugs),
                studies=known,
            )
        )
    task = TASKS[study.task if study else name]
    # What a study shows stays its own, whatever was set aside since.
    readable = Response.objects.with_content() if study else Response.objects.in_use()
    of_task = readable.filter(stimulus__task=task.slug, stimulus__is_catch=False)
    places = Place.objects.filter(cell__protocol__study=study, cell__kind=TrialKind.MAIN)
    chosen = of_task.filter(pk__in=places.values("response")) if study else of_task
    steps = study.protocols.latest("version").settings.steps if study else ()
    found = read_responses(chosen, name=name, task=task, unit=unit, turns=turns, steps=steps)
    if not found.items:
        raise CannotJudge(say_later("%(source)s has no responses yet; load some with load_responses.", source=name))
    return found


def read_pool(task: str, pool: str = "") -> ItemSet:
    """The items of a pool, or of the only pool that has responses to the task; raises CannotJudge otherwise."""
    of_task = Response.objects.in_use().filter(stimulus__task=task, stimulus__is_catch=False)
    pools = sorted(set(of_task.values_list("stimulus__pool", flat=True)))
    if pool not in pools and (pool or len(pools) != 1):
        raise CannotJudge(
            say_later(
                "Name one pool of %(task)s; those with responses are: %(pools)s.",
                task=task,
                pools=", ".join(pools) or say_later("none yet"),
            )
        )
    chosen = pool or pools[0]
    return read_responses(of_task.filter(stimulus__pool=chosen), name=chosen, task=TASKS[task])
