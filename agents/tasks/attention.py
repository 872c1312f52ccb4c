"""Attention prediction: where somebody looked in an image, as a sequence of fixations."""

import json
import random
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, Self

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import BeforeValidator, Field, model_validator

from agents.tasks.base import SAMPLE_IMAGE, BrokenRule, ControlQuestion, Data, Sample, Task, show_image
from agents.tasks.evidence import Example, Numbers, Scanpath
from agents.tasks.payloads import Payload, Picture, Things, Words, drop_empty
from turingapp.words import say_later

SHOWN_FIXATIONS = 15  # the original study's longest clip
JUDGED_FIXATIONS = 10  # what the original study's AI judge sees
WRONG_OPTIONS = 2
FEWEST_LOOKS = 3  # of a person who moves a window; fewer are flagged
REST_MS = 300.0  # of a robot's window
OF_WINDOW = ("onsets_ms", "window")
RECORDED = ("fixations", "durations_ms", "onsets_ms", "window")  # what the viewing page records

# Eye trackers report points a little off the screen; they are kept as measured, but not nonsense far out.
Fraction = Annotated[float, Field(ge=-0.5, le=1.5, allow_inf_nan=False)]
Fixation = tuple[Fraction, Fraction]
Onset = Annotated[float, Field(ge=0, le=3_600_000, allow_inf_nan=False)]
Milliseconds = Annotated[float, Field(gt=0, le=60_000, allow_inf_nan=False)]


def split_numbers(value: Any) -> Any:
    """`"200 451"` as a list, as tables write it; nothing is no numbers."""
    return value.replace("|", " ").replace(",", " ").split() if isinstance(value, str) else value or ()


class AttentionPrediction(Task):
    """Where do people look in this image?"""

    slug, title = "attention", gettext_noop("Attention prediction")
    instruction = gettext_noop("Look at the image as you normally would.")
    question = gettext_noop("Were these eye movements made by a human or by a machine?")
    guidance: ClassVar[tuple[str, ...]] = (
        gettext_noop(
            "You see an image; a moving dot shows where somebody looked, one place after another, again and again."
        ),
        gettext_noop("Where a search was asked for, you are told what was searched."),
        gettext_noop("Watch it, then say whether a human or a machine made these eye movements."),
    )
    trials = 40
    compared_as = "scanpaths"
    needs_picture = True
    takes_answers = True
    answer_seconds = 5.0
    writing_rules: ClassVar[tuple[str, ...]] = (
        gettext_noop(
            "The image is blurred but for a small window, which you move with the mouse, a finger or the arrow keys."
        ),
        gettext_noop("Look around as you would in any picture, and rest where you want to see something."),
        gettext_noop("Where you are asked to search, go on as soon as you have found it."),
    )

    class Stimulus(Payload):
        """A picture; for a search also its target; one thing in the picture and at least two that are not."""

        image: Picture = None
        mode: Literal["free", "search"] = "free"
        target: Annotated[Words | None, BeforeValidator(drop_empty)] = None
        target_image: Picture = None
        present: Things = ()
        absent: Things = ()

    class Response(Payload):
        """Fixations in order, x and y as fractions of the image's width and height from its upper left corner.

        Where it was measured also when each began and how long it lasted; where a person moved a sharp window over a
        blurred image, with what. Judges are shown none of that.
        """

        fixations: Annotated[tuple[Fixation, ...], Field(min_length=1, max_length=200)]
        durations_ms: Annotated[tuple[Milliseconds, ...], BeforeValidator(split_numbers)] = ()
        onsets_ms: Annotated[tuple[Onset, ...], BeforeValidator(split_numbers)] = ()
        window: Literal["mouse", "touch", "keys"] | None = None  # None where eyes were tracked, or nobody looked

        @model_validator(mode="after")
        def match_durations(self) -> Self:
            """Each fixation has a duration, or none has; the same of the times at which they began."""
            for name, times in (("durations", self.durations_ms), ("onsets", self.onsets_ms)):
                if times and len(times) != len(self.fixations):
                    raise ValueError(
                        say_later(
                            "there are %(number)s %(name)s for %(fixations)s fixations; give one for each, or none",
                            number=len(times),
                            name=name,
                            fixations=len(self.fixations),
                        )
                    )
            return self

    def check_response(self, payload: Mapping[str, Any]) -> Data:
        """The normalized payload; what a moved window alone tells is left out where there was none."""
        checked = super().check_response(payload)
        return {name: value for name, value in checked.items() if value or name not in OF_WINDOW}

    def ask(self, stimulus: Data) -> Data:
        """The image, and what is to be searched."""
        target = stimulus["target_image"]
        return {
            **super().ask(stimulus),
            "mode": stimulus["mode"],
            "target": stimulus["target"] or "",
            "target_image": show_image(target) if target else None,
        }

    def read_answer(self, fields: Mapping[str, str]) -> Data:
        """What the viewing page recorded; nothing where it is no such record."""
        try:
            record = json.loads(fields.get("gaze", ""))
        except (ValueError, RecursionError):
            return {}
        return {name: record.get(name) for name in RECORDED} if isinstance(record, dict) else {}

    def fill_form(self, answer: Data) -> dict[str, str]:
        """The record of a window that rested at each fixation, as the viewing page would have sent it."""
        rests = range(len(answer["fixations"]))
        record = {"durations_ms": [REST_MS for _ in rests], "onsets_ms": [2 * REST_MS * n for n in rests]}
        return {"gaze": json.dumps({"window": "mouse", "fixations": answer["fixations"], **record})}

    def list_broken_rules(self, stimulus: Data, answer: Data, earlier: Sequence[Data]) -> Sequence[BrokenRule]:
        """Something was looked at."""
        if answer.get("fixations") and answer.get("window"):
            return ()
        return (BrokenRule("gaze", _("Please look around in the image first: rest the window wherever you look.")),)

    def remarks(self, response: Data) -> tuple[str, ...]:
        """Where a window was moved: hardly anything looked at."""
        is_short = response.get("window") and len(response["fixations"]) < FEWEST_LOOKS
        return (say_later("fewer than %(number)s places looked at", number=FEWEST_LOOKS),) if is_short else ()

    def control(self, stimulus: Data, rng: random.Random) -> ControlQuestion | None:
        """What do you see in the image? One right of three."""
        if not stimulus["present"] or len(stimulus["absent"]) < WRONG_OPTIONS:
            return None
        truth = rng.choice(stimulus["present"])
        options = [truth, *rng.sample(stimulus["absent"], WRONG_OPTIONS)]
        rng.shuffle(options)
        return ControlQuestion(_("What do you see in the image?"), tuple(options), truth)

    def show(self, stimulus: Data, response: Data, view: int) -> Data:
        """The image, the target where there is one, and up to 15 fixations in percent of width and height.

        Points off the image are drawn at its edge; percentages have one decimal for every origin.
        """
        points = [
            {"number": number, "x": show_percent(x), "y": show_percent(y)}
            for number, (x, y) in enumerate(response["fixations"][:SHOWN_FIXATIONS], 1)
        ]
        target = stimulus["target_image"]
        return {
            "image": show_image(stimulus["image"]),
            "mode": stimulus["mode"],
            "target": stimulus["target"] or "",
            "target_image": show_image(target) if target else None,
            "fixations": points,
            "path": " ".join(f"{point['x']},{point['y']}" for point in points),
        }

    def examples(self, stimulus: Data, response: Data) -> list[Example]:
        """The first ten fixations as twenty numbers, NaN where there are fewer; and those that people are shown."""
        points = tuple((x, y) for x, y in response["fixations"][:SHOWN_FIXATIONS])
        shown = Scanpath(points, tuple(response.get("durations_ms", ())[:SHOWN_FIXATIONS]))
        numbers = [value for fixation in response["fixations"][:JUDGED_FIXATIONS] for value in fixation]
        missing = [float("nan")] * (2 * JUDGED_FIXATIONS - len(numbers))
        return [Example("agent", (Numbers((*numbers, *missing)), shown))]

    def sample(self, rng: random.Random) -> Sample:
        """A picture with a random walk of five to fifteen fixations."""
        stimulus = self.check_stimulus(
            {"image": SAMPLE_IMAGE.model_dump(), "present": "cup", "absent": "dog, bus, tree"}
        )
        fixations = [(rng.random(), rng.random()) for _ in range(rng.randint(5, 15))]
        return Sample(stimulus, self.check_response({"fixations": fixations}))


def show_percent(fraction: float) -> str:
    """A fraction as a percentage with one decimal, brought inside the image."""
    return f"{100 * min(max(fraction, 0.0), 1.0):.1f}"
