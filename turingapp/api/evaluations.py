"""Evaluations of AI judges: asked for, watched, and what they found."""

from http import HTTPStatus
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from analysis.ai_judges import AI_JUDGES
from analysis.evaluations.items import Unit
from analysis.evaluations.queuing import queue_run
from analysis.models import EvaluationRun
from turingapp.api.answering_once import answer_once
from turingapp.api.bodies import read_body
from turingapp.api.fields import ObjectOrNull
from turingapp.api.paging import Pages
from turingapp.api.permitting import Need, Resource
from turingapp.api.scopes import TokenScope
from turingapp.members.matrix import EVALUATE, SEE_LAB

SEEING = Need(TokenScope.READ_EVALUATIONS, SEE_LAB)


class EvaluationSerializer(serializers.ModelSerializer[EvaluationRun]):
    """One evaluation: of what, by which judges, and how far it is."""

    judges = serializers.ListField(child=serializers.CharField(), help_text="AI judges, by name")

    class Meta:
        model = EvaluationRun
        fields: tuple[str, ...] = (
            "id",
            "source",
            "judges",
            "unit",
            "pool",
            "agent",
            "state",
            "step",
            "total",
            "done",
            "error",
            "created_at",
            "started_at",
            "finished_at",
        )


class EvaluationWithResultSerializer(EvaluationSerializer):
    """An evaluation with what it found."""

    result = ObjectOrNull(allow_null=True, help_text="null until it is finished")

    class Meta(EvaluationSerializer.Meta):
        fields = (*EvaluationSerializer.Meta.fields, "result")


class EvaluationAskSerializer(serializers.Serializer[Any]):
    """An evaluation that is asked for."""

    source = serializers.CharField(  # type: ignore[assignment]  # a field of this name, which no attribute stays
        max_length=100, help_text="a study's name or a task"
    )
    judges = serializers.ListField(
        child=serializers.ChoiceField(choices=[(judge.slug, judge.title) for judge in AI_JUDGES]),
        max_length=50,
        help_text="the baselines always stand beside them",
    )
    unit = serializers.ChoiceField(
        choices=[(Unit.PART.value, "each turn alone"), (Unit.SIDE.value, "all turns of a speaker together")],
        default=Unit.PART.value,
    )


class EvaluationList(Resource, ListAPIView[EvaluationRun]):
    """The evaluations that one may see, oldest first."""

    needs = {"GET": SEEING, "POST": Need(TokenScope.WRITE_EVALUATIONS, EVALUATE)}
    queryset = EvaluationRun.objects.none()
    serializer_class = EvaluationSerializer
    pagination_class = Pages

    def get_queryset(self) -> QuerySet[EvaluationRun]:
        """Of whole tasks and pools, and of studies that may be seen."""
        return self.rights.choose_evaluations().defer("result", "answers")

    @extend_schema(request=EvaluationAskSerializer, responses={201: EvaluationSerializer})
    def post(self, request: Request) -> Response:
        """Ask for an evaluation; the worker carries it out."""
        given, at = read_body(EvaluationAskSerializer, request), timezone.now()
        if self.rights.choose_hidden_studies().filter(slug=given["source"]).exists():
            raise PermissionDenied("A study of this name is here that you may not see; name another.")

        def ask() -> tuple[int, Any]:
            run = queue_run(given["source"], judges=given["judges"], unit=Unit(given["unit"]), at=at)
            return HTTPStatus.CREATED, dict(EvaluationSerializer(run).data)

        return answer_once(request, ask, at=at)


class EvaluationDetail(Resource):
    """One evaluation."""

    needs = {"GET": SEEING}

    @extend_schema(responses=EvaluationWithResultSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """One evaluation: how far it is, and what it found."""
        return Response(EvaluationWithResultSerializer(get_object_or_404(self.rights.choose_evaluations(), pk=pk)).data)
