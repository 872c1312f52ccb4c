"""`manage.py accept_answers STUDY`: what people answered joins the study's pool, under agents of their own."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from agents.models import Answer
from judging.accepting_answers import accept_answers, count_answers, list_waiting, name_answers_pool
from judging.management.naming import find_study
from judging.models import Study


class Command(BaseCommand):
    """Accepts answers."""

    help = "Take the answers of people whose visits are over into the study's pool; flagged ones only if asked for."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("study", help="the slug of a study in which people answer")
        parser.add_argument("--with-flagged", action="store_true", help="also those with a flag")
        parser.add_argument("--dry-run", action="store_true", help="list them with their flags and change nothing")
        parser.add_argument("--by", default="", help="who decides")

    def handle(self, *args: Any, **options: Any) -> None:
        study = find_study(options["study"])
        waiting = list_waiting(study)
        chosen = waiting if options["with_flagged"] else waiting.filter(flags=[])
        if options["dry_run"]:
            self.list(waiting)
        else:
            number = accept_answers(study, chosen, by=options["by"], at=timezone.now())
            self.stdout.write(f"{number} answers joined the pool {name_answers_pool(study)}.")
        self.stdout.write(describe_counts(study))

    def list(self, answers: Any) -> None:
        """Each answer on a line: its number, what was answered, and its flags."""
        for answer in answers.select_related("stimulus"):
            flags = "; ".join(answer.flags)
            self.stdout.write(f"{answer.pk}  {describe_answer(answer)}{f'  [{flags}]' if flags else ''}")


def describe_answer(answer: Answer) -> str:
    """What was answered to which stimulus, cut to a readable length."""
    text = ", ".join(str(value) for value in answer.payload.values())
    return f"{answer.stimulus.key}: {text[:100]}"


def describe_counts(study: Study) -> str:
    """How it stands with the study's answers, in a sentence."""
    counts = count_answers(study)
    return (
        f"{study.title}: {counts.waiting} answers wait, {counts.flagged} of them flagged; {counts.early} more belong "
        f"to visits that go on; {counts.accepted} accepted, {counts.left_out} left out."
    )
