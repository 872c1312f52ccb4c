"""The read-only API: studies and their judgements, in the columns of the codebook."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from analysis.api.paging import NamedPages, Pages
from analysis.codebook import CODEBOOK, Value, describe_judgement
from analysis.observations import read_latest
from analysis.rows import Row, select_judgements
from judging.models import Judgement, Study

FIELDS: Mapping[str, type[serializers.Field[Any, Any, Any, Any]]] = {
    "text": serializers.CharField,
    "number": serializers.IntegerField,
    "truth": serializers.BooleanField,
    "time": serializers.DateTimeField,
}


class StudySerializer(serializers.ModelSerializer[Study]):
    """A study."""

    class Meta:
        model = Study
        fields = ("slug", "title", "task", "state", "is_simulated", "label", "created_at", "opened_at", "closed_at")


class JudgementSerializer(serializers.Serializer[dict[str, Value]]):
    """One judgement, described already under the names of the codebook."""

    def get_fields(self) -> dict[str, Any]:
        """A field for each variable, with its meaning for the schema."""
        return {
            variable.name: FIELDS[variable.kind](read_only=True, allow_null=True, help_text=variable.meaning)
            for variable in CODEBOOK
        }

    def to_representation(self, instance: dict[str, Value]) -> dict[str, Value]:
        """The values as they are: plain already."""
        return instance


class StudyList(ListAPIView[Study]):
    """All studies."""

    queryset = Study.objects.order_by("pk")
    serializer_class = StudySerializer
    pagination_class = NamedPages


class JudgementList(ListAPIView[Any]):
    """The judgements of one study's main trials, oldest first: the same rows as its CSV file."""

    queryset = Judgement.objects.none()
    serializer_class = JudgementSerializer
    pagination_class = Pages
    filter_backends = ()

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """One page, described with the screening of the whole study."""
        study = get_object_or_404(Study, slug=kwargs["slug"])
        observations = read_latest(study)[1]
        last = int(observations.everything["id"].max()) if len(observations.everything) else 0
        page: list[Row] = list(self.paginate_queryset(self.find_until(study, last)) or [])
        counts = np.isin([row["id"] for row in page], observations.rows["id"])
        described = [
            describe_judgement(row, study, counts=bool(is_in)) for row, is_in in zip(page, counts, strict=True)
        ]
        return self.get_paginated_response(self.get_serializer(described, many=True).data)

    def find_until(self, study: Study, last: int) -> QuerySet[Judgement, Row]:
        """The rows that the observations hold."""
        return select_judgements(study).filter(id__lte=last)
