"""Addresses of the API and its description."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView
from rest_framework.permissions import IsAdminUser

from analysis.api.collections import CollectionDetail, CollectionLeaderboard, CollectionList
from analysis.api.studies import JudgementList, StudyList

urlpatterns = [
    path("studies/", StudyList.as_view(), name="api-studies"),
    path("studies/<slug:slug>/judgements/", JudgementList.as_view(), name="api-judgements"),
    path("collections/", CollectionList.as_view(), name="api-collections"),
    path("collections/<slug:slug>/", CollectionDetail.as_view(), name="api-collection"),
    path("collections/<slug:slug>/leaderboard/", CollectionLeaderboard.as_view(), name="api-leaderboard"),
    path("schema/", SpectacularAPIView.as_view(permission_classes=[IsAdminUser]), name="api-schema"),
]
