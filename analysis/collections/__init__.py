"""Reports of a collection: one file per table, named by what it shows; in the order of its page."""

from analysis.collections.across import AcrossTasks
from analysis.collections.base import CollectionObservations, CollectionReport
from analysis.collections.beside import Beside
from analysis.collections.leaderboard import Leaderboard
from analysis.collections.matrices import Matrices
from analysis.collections.overview import Overview
from analysis.collections.simplified import Simplified
from analysis.reports.base import Table

COLLECTION_REPORTS: tuple[CollectionReport, ...] = (
    Overview(),
    Simplified(),
    Leaderboard(),
    AcrossTasks(),
    Beside(),
    Matrices(),
)


def make_collection_tables(found: CollectionObservations) -> dict[str, list[Table]]:
    """All tables of a collection by report; pages, command and API show these."""
    return {report.slug: report.tables(found) for report in COLLECTION_REPORTS}
