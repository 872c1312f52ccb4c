"""A seventh task in one file, as a third party would write it: how many dots are there?"""

import random

from pydantic import Field

from agents.tasks.base import ControlQuestion, Data, Sample, Task
from agents.tasks.evidence import Example, Numbers
from agents.tasks.payloads import Payload


class Counting(Task):
    """How many dots are in this row?"""

    slug, title = "counting", "Counting dots"
    instruction = "How many dots do you see?"
    question = "Was this number given by a human or by a machine?"
    guidance = ("You see a row of dots and a number.",)
    trials = 5

    class Stimulus(Payload):
        """A row of dots."""

        dots: int = Field(ge=1, le=50)

    class Response(Payload):
        """A number."""

        number: int = Field(ge=0)

    def control(self, stimulus: Data, rng: random.Random) -> ControlQuestion | None:
        """Whether there are many dots."""
        return ControlQuestion("More than ten dots?", ("yes", "no"), "yes" if stimulus["dots"] > 10 else "no")

    def show(self, stimulus: Data, response: Data, view: int) -> Data:
        """The dots and the number."""
        return {"dots": "•" * stimulus["dots"], "number": response["number"]}

    def examples(self, stimulus: Data, response: Data) -> list[Example]:
        """How far off the number is."""
        return [Example("agent", (Numbers((float(response["number"] - stimulus["dots"]),)),))]

    def sample(self, rng: random.Random) -> Sample:
        """Up to twenty dots, counted nearly right."""
        dots = rng.randint(1, 20)
        return Sample({"dots": dots}, {"number": dots + rng.randint(0, 1)})
