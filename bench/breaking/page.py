"""The page of documents with what an installation survived, and on which machine."""

from pathlib import Path
from typing import Any

from bench.judging.page import tell_bounds, tell_machine
from bench.measuring import Bound

PAGE = Path(__file__).resolve().parents[2] / "docs" / "faults.md"
MARK = "<!-- what follows is written by `make bench-faults` -->"


def write_page(found: dict[str, Any], bounds: list[Bound]) -> None:
    """Put the figures in the place of those that the page had; what stands above them is written by hand."""
    above = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
    parts = (tell_machine(), tell_judging(found["judging"]), *tell_bounds(bounds), "", tell_fuzz(found["fuzz"]))
    PAGE.write_text(above + "\n".join((MARK, "", *parts, "")), encoding="utf-8")


def tell_judging(found: dict[str, Any]) -> str:
    """What was done to the installation, and how it went for the judges."""
    harms = ["| what was done | times |", "|---|---|", *(f"| {name} | {n} |" for name, n in found["harms"].items())]
    sent, lost, doubled = (found["requests"].get(kind, 0) for kind in ("sent", "lost", "doubled"))
    statuses = ", ".join(f"{number:,} with {status}" for status, number in found["statuses"].items())
    away = ", ".join(f"{number} with “{title}”" for title, number in found["turned_away"].items())
    sentences = [
        (
            f"{found['judges']} judges, harms drawn with seed {found['seed']}: {found['finished']} finished, "
            f"{found['judged']:,} judgements were acknowledged in {found['seconds']:.0f} seconds."
        ),
        (
            f"Of {sent:,} requests {doubled:,} were sent twice; {lost:,} more requests or answers got lost. "
            f"Answers: {statuses}."
        ),
        (
            f"From an answer until the next page it took {found['p50']:.1f} s (median), {found['p95']:.1f} s at "
            "the 95th percentile, outages included."
        ),
        f"Turned away at the door: {away}." if away else "Nobody was turned away at the door.",
        f"Programs ended by themselves {found['ended']} times and were started again.",
    ]
    return "\n".join(["", *(f"- {sentence}" for sentence in sentences), "", *harms, ""])


def tell_fuzz(found: dict[str, Any]) -> str:
    """How many made-up inputs each kind got, and how many were taken wrongly."""
    inputs = found["inputs"]
    tried = sum(number for _, number, _ in inputs)
    in_time = "" if tried >= found["planned"] else f" (of {found['planned']:,}, for more there was no time)"
    rows = [f"| {name} | {number:,} | {faults} |" for name, number, faults in inputs]
    rows.append(f"| all{in_time} | {tried:,} | {sum(faults for *_, faults in inputs)} |")
    return "\n".join(["| made-up inputs to | number | faults |", "|---|---|---|", *rows])
