"""One figure of a study as a file: the same as the one from its page."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from analysis.figures.rendering import read_drawings, write_figure
from analysis.management.files import write_whole
from analysis.management.studies import check_judged, check_version
from analysis.measuring import find_scope
from analysis.writing.languages import choose_language
from judging.management.naming import find_study

FORMS = ("svg", "png", "csv", "json")


class Command(BaseCommand):
    """Draw a figure."""

    help = "Draw one figure of a study into a file; the form is what the file's name ends in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The study, the figure and the file."""
        parser.add_argument("study", help="name of the study")
        parser.add_argument("figure", help="name of the figure (docs/results.md)")
        parser.add_argument("file", type=Path, help=f"file to write, which ends in .{', .'.join(FORMS)}")
        parser.add_argument(
            "--language",
            default="",
            choices=dict(settings.LANGUAGES),
            help="of the picture; without it that of the study",
        )
        parser.add_argument("--unscreened", action="store_true", help="count every judgement, whatever the rules say")
        parser.add_argument("--protocol-version", type=int, help="only visits of this version of the protocol")

    def handle(self, *args: Any, **options: Any) -> None:
        """Draw it from the study's results as they are now."""
        study, version, path = find_study(options["study"]), options["protocol_version"], options["file"]
        form = path.suffix.removeprefix(".").lower()
        if form not in FORMS:
            raise CommandError(f"{path} ends in {path.suffix!r}; it should end in .{', .'.join(FORMS)}.")
        check_judged(study)
        check_version(study, version)
        scope = find_scope(study, version, is_screened=not options["unscreened"])
        drawings = read_drawings(scope)
        if options["figure"] not in drawings:
            raise CommandError(f"{study.slug} has no figure {options['figure']!r}; there are {', '.join(drawings)}.")
        drawing = drawings[options["figure"]]
        if drawing.missing and form != "csv":
            raise CommandError(f"{drawing.title} cannot be drawn for {study.slug}: {drawing.missing}")
        language = choose_language(options["language"], study)
        write_whole(path, write_figure(scope, drawing, form=form, language=language))
        self.stderr.write(f"{drawing.title} is drawn into {path}.")
