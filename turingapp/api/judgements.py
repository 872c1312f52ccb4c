"""Judgements of a study: read in the columns of the codebook; those made elsewhere are sent in."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from analysis.codebook import CODEBOOK, Value, describe_judgement
from analysis.observations import read_latest
from analysis.rows import Row, select_judgements
from judging.models import Judgement, Study
from turingapp.api.bodies import JudgementsSerializer, SentSerializer
from turingapp.api.paging import RowPages
from turingapp.api.permitting import Need, Resource
from turingapp.api.scopes import TokenScope
from turingapp.api.sending import take_judgements
from turingapp.members.matrix import CHANGE_STUDY, EXPORT_STUDY, LOAD

FIELDS: Mapping[str, type[serializers.Field[Any, Any, Any, Any]]] = {
    "text": serializers.CharField,
    "number": serializers.IntegerField,
    "truth": serializers.BooleanField,
    "time": serializers.DateTimeField,
}


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


class JudgementList(Resource, ListAPIView[Any]):
    """The judgements of one study."""

    needs = {
        "GET": Need(TokenScope.READ_JUDGEMENTS, EXPORT_STUDY),
        "POST": Need(TokenScope.WRITE_JUDGEMENTS, LOAD),
    }
    queryset = Judgement.objects.none()
    serializer_class = JudgementSerializer
    pagination_class = RowPages
    filter_backends = ()

    @extend_schema(operation_id="studies_judgements_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The judgements of its main trials, oldest first: the rows of its CSV file, screened with the whole study."""
        study = self.studies[0]
        observations = read_latest(study)[1]
        last = int(observations.everything["id"].max()) if len(observations.everything) else 0
        page: list[Row] = list(self.paginate_queryset(self.find_until(study, last)) or [])
        counts = np.isin([row["id"] for row in page], observations.rows["id"])
        described = [
            describe_judgement(row, study, counts=bool(is_in)) for row, is_in in zip(page, counts, strict=True)
        ]
        return self.get_paginated_response(self.get_serializer(described, many=True).data)

    @extend_schema(request=JudgementsSerializer, responses={200: SentSerializer, 201: SentSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Send judgements that were made elsewhere, all or none, into a closed study, which is made where it is new."""
        if self.rights.choose_hidden_studies(CHANGE_STUDY).filter(slug=slug).exists():
            raise PermissionDenied("A study of this name is here that you may not change; name another.")
        return take_judgements(request, slug=slug)

    def find_until(self, study: Study, last: int) -> QuerySet[Judgement, Row]:
        """The rows that the observations hold."""
        return select_judgements(study).filter(id__lte=last)
