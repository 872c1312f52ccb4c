"""Figures: one file per figure, or per two that share their rows; the list in the order of the page."""

from analysis.figures.against_people import AgainstPeople
from analysis.figures.agents import AgentForest
from analysis.figures.base import Drawing, Figure
from analysis.figures.demographics import DemographicForest
from analysis.figures.facets import FacetBars
from analysis.figures.lengths import LengthCurves, PairingCurves
from analysis.figures.matrices import Matrices
from analysis.figures.trial_order import Learning, ReactionTimes
from analysis.observations import Observations
from turingapp.plugins import Registry

FIGURES: Registry[Figure] = Registry(
    "figure",
    [
        Matrices(),
        AgentForest(),
        LengthCurves(),
        PairingCurves(),
        FacetBars(),
        DemographicForest(),
        Learning(),
        ReactionTimes(),
        AgainstPeople(),
    ],
)


def make_drawings(observations: Observations) -> list[Drawing]:
    """Every figure that belongs to a study, measured."""
    return [Drawing(figure, figure.measure(observations)) for figure in FIGURES if figure.applies(observations)]
