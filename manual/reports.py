"""The page of tables and figures."""

from analysis.figures import FIGURES
from analysis.reports import REPORTS
from manual.tables import clean, code, write_table

INTRODUCTION = """# Reports and figures

What a study's results are made of, by name. [Results](../results.md) says how to read them,
[Statistics](../statistics.md) how they are computed; this page is made from the tables and figures themselves.
"""


def write_page() -> str:
    """All tables and figures of a study."""
    reports = [(code(report.slug), clean(report.title), clean(report.__doc__ or "")) for report in REPORTS]
    figures = [(code(figure.slug), clean(figure.title), clean(figure.caption)) for figure in FIGURES]
    return "\n".join(
        [
            INTRODUCTION,
            "## Tables\n",
            write_table(("name", "title", "what it asks"), reports),
            "## Figures\n",
            write_table(("name", "title", "what is drawn"), figures),
        ]
    )
