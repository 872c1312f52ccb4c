"""The page of AI judges and of embedders."""

from analysis.ai_judges import AI_JUDGES, DEFAULT_JUDGE, YARDSTICK
from analysis.embedders import EMBEDDERS
from manual.tables import clean, code, write_table

INTRODUCTION = f"""# AI judges and embedders

[AI judges](../ai_judges.md) says how they are evaluated; this page is made from the judges themselves.
`{DEFAULT_JUDGE}` is the one that judges where none is named, `{YARDSTICK}` the one that others are held against.
"""


def write_page() -> str:
    """All AI judges with what their figures can show, and all embedders."""
    judges = [
        (code(judge.slug), clean(judge.title), clean(judge.claim), "baseline" if judge.is_baseline else "")
        for judge in AI_JUDGES
    ]
    embedders = [
        (code(f"{one.slug}:MODEL" if one.takes_name else one.slug), clean(one.title), one.sees) for one in EMBEDDERS
    ]
    return "\n".join(
        [
            INTRODUCTION,
            "## AI judges\n",
            write_table(("name", "title", "what its figures show", ""), judges),
            "## Embedders\n\nThey turn texts and pictures into numbers.\n",
            write_table(("name", "title", "of"), embedders),
        ]
    )
