"""What is judged as one item."""

from agents.models import Origin
from agents.tasks import TASKS
from analysis.evaluations.items import Maker, Unit, make_items

TURNS = [("A", "Hi!"), ("A", "Anybody?"), ("B", "Yes."), ("A", "Good."), ("B", "And you?"), ("A", "Fine.")]
MAKERS = {role: Maker(Origin.HUMAN, "human", "") for role in "AB"}


def test_a_side_may_be_the_first_turns_of_each_speaker_alone() -> None:
    task = TASKS["conversation"]
    response = {"turns": [{"speaker": role, "text": text} for role, text in TURNS]}
    sides = make_items(task, {}, response, key="1", group="1", makers=MAKERS, unit=Unit.SIDE, turns=2)
    assert {item.key: item.evidence[0].text for item in sides} == {"1/A/0": "Hi!\nAnybody?", "1/B/1": "Yes.\nAnd you?"}
