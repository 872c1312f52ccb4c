"""Addresses of the API and its description."""

from django.urls import path, re_path

from turingapp.api.agents import AgentDetail, AgentList
from turingapp.api.collections import CollectionDetail, CollectionLeaderboard, CollectionList
from turingapp.api.documents import Schema, show_docs, tell_unknown
from turingapp.api.evaluations import EvaluationDetail, EvaluationList
from turingapp.api.judgements import JudgementList
from turingapp.api.packages import PackageDetail, PackageFile, PackageList
from turingapp.api.pools import PoolList, StimulusList
from turingapp.api.responses import ResponseDetail, ResponseList
from turingapp.api.studies import StudyDetail, StudyList, StudyResults

urlpatterns = [
    path("studies/", StudyList.as_view(), name="api-studies"),
    path("studies/<slug:slug>/", StudyDetail.as_view(), name="api-study"),
    path("studies/<slug:slug>/results/", StudyResults.as_view(), name="api-results"),
    path("studies/<slug:slug>/judgements/", JudgementList.as_view(), name="api-judgements"),
    path("studies/<slug:slug>/packages/", PackageList.as_view(), name="api-packages"),
    path("studies/<slug:slug>/packages/<int:pk>/", PackageDetail.as_view(), name="api-package"),
    path("studies/<slug:slug>/packages/<int:pk>/file/", PackageFile.as_view(), name="api-package-file"),
    path("collections/", CollectionList.as_view(), name="api-collections"),
    path("collections/<slug:slug>/", CollectionDetail.as_view(), name="api-collection"),
    path("collections/<slug:slug>/leaderboard/", CollectionLeaderboard.as_view(), name="api-leaderboard"),
    path("pools/", PoolList.as_view(), name="api-pools"),
    path("pools/<slug:task>/<slug:pool>/stimuli/", StimulusList.as_view(), name="api-stimuli"),
    path("pools/<slug:task>/<slug:pool>/responses/", ResponseList.as_view(), name="api-responses"),
    path("responses/<int:pk>/", ResponseDetail.as_view(), name="api-response"),
    path("agents/", AgentList.as_view(), name="api-agents"),
    path("agents/<slug:slug>/", AgentDetail.as_view(), name="api-agent"),
    path("evaluations/", EvaluationList.as_view(), name="api-evaluations"),
    path("evaluations/<int:pk>/", EvaluationDetail.as_view(), name="api-evaluation"),
    path("schema/", Schema.as_view(), name="api-schema"),
    path("docs/", show_docs, name="api-docs"),
    re_path("", tell_unknown),
]
