"""Responses of a pool with their authors; new ones are sent in."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response as Answer

from agents.models import Authorship, Origin, Response
from agents.tasks import TASKS
from analysis.codebook import make_pseudonym
from turingapp.api.bodies import ResponsesSerializer, SentSerializer
from turingapp.api.fields import ObjectField
from turingapp.api.paging import Pages
from turingapp.api.permitting import Resource
from turingapp.api.pools import NEEDS
from turingapp.api.sending import take_responses

STIMULUS = OpenApiParameter("stimulus", str, description="only those to the stimulus of this key")
AGENT = OpenApiParameter("agent", str, description="only those of this AI agent")


class AuthorSerializer(serializers.Serializer[Authorship]):
    """Who made a response, in a role."""

    role = serializers.CharField()
    agent = serializers.SerializerMethodField(help_text="an AI agent's name; of a person a pseudonym within the pool")
    origin = serializers.CharField(source="agent.origin", help_text="human or ai")
    gender = serializers.CharField(help_text="where it is known")

    def get_agent(self, authorship: Authorship) -> str:
        """The name by which data leave the platform."""
        person, response = authorship.agent.person_key, authorship.response
        if not person:
            return authorship.agent.slug
        return make_pseudonym("human", person, f"{response.stimulus.task}/{response.pool}")


class ResponseSerializer(serializers.ModelSerializer[Response]):
    """A response with its authors."""

    task = serializers.CharField(source="stimulus.task")
    stimulus = serializers.CharField(source="stimulus.key", help_text="its stimulus's key")
    payload = ObjectField(help_text="the fields of its task")
    remarks = serializers.ListField(child=serializers.CharField(), help_text="rules of the original study it bends")
    authors = AuthorSerializer(source="authorships", many=True)

    class Meta:
        model = Response
        fields = (
            "id",
            "task",
            "pool",
            "stimulus",
            "pairing",
            "payload",
            "authors",
            "provenance",
            "remarks",
            "created_at",
        )


def find_responses() -> QuerySet[Response]:
    """All responses that can be shown; those that were taken back are gone."""
    shown = Response.objects.with_content().select_related("stimulus")
    return shown.prefetch_related("authorships__agent", "authorships__response__stimulus")


class ResponseList(Resource, ListAPIView[Response]):
    """The responses of a pool."""

    needs = NEEDS
    queryset = Response.objects.none()
    serializer_class = ResponseSerializer
    pagination_class = Pages

    def get_queryset(self) -> QuerySet[Response]:
        """Those of the address, to one stimulus or by one AI agent where asked; raises UnknownPlugin."""
        task, asked = TASKS[self.kwargs["task"]].slug, self.request.query_params
        found = find_responses().filter(stimulus__task=task, pool=self.kwargs["pool"])
        if asked.get("stimulus"):
            found = found.filter(stimulus__key=clean(asked["stimulus"]))
        if asked.get("agent"):
            by = Authorship.objects.filter(agent__slug=clean(asked["agent"]), agent__origin=Origin.AI)
            found = found.filter(pk__in=by.values("response"))
        return found

    @extend_schema(parameters=[STIMULUS, AGENT])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Answer:
        """The responses of a pool, each with its authors, oldest first."""
        return super().get(request, *args, **kwargs)

    @extend_schema(request=ResponsesSerializer, responses={200: SentSerializer, 201: SentSerializer})
    def post(self, request: Request, task: str, pool: str) -> Answer:
        """Send responses with their authors and, where they are new, their stimuli, all or none."""
        return take_responses(request, task=task, pool=pool)


class ResponseDetail(Resource):
    """One response."""

    needs = {"GET": NEEDS["GET"]}

    @extend_schema(responses=ResponseSerializer)
    def get(self, request: Request, pk: int) -> Answer:
        """One response, by the number that judgements name."""
        return Answer(ResponseSerializer(get_object_or_404(find_responses(), pk=pk)).data)


def clean(text: str) -> str:
    """What is looked for, as the database takes it."""
    return text.replace("\x00", "")
