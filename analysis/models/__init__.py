"""The tables of this app, by subject."""

from analysis.models.evaluations import EvaluationRun, FoldPredictions
from analysis.models.judgements import JudgementFile
from analysis.models.kept import Kept, KeptCollectionResults, KeptResults
from analysis.models.links import ReportLink
from analysis.models.packages import ImportedStudy, StudyPackage, make_file_name

__all__ = [
    "EvaluationRun",
    "FoldPredictions",
    "ImportedStudy",
    "JudgementFile",
    "Kept",
    "KeptCollectionResults",
    "KeptResults",
    "ReportLink",
    "StudyPackage",
    "make_file_name",
]
