"""Pools: which there are, and their stimuli; new ones are sent in."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response as Answer

from agents.models import Stimulus
from agents.parity_rows import list_pools
from agents.tasks import TASKS
from turingapp.api.bodies import SentSerializer, StimuliSerializer
from turingapp.api.fields import ObjectField
from turingapp.api.paging import Pages
from turingapp.api.permitting import Need, Resource
from turingapp.api.scopes import TokenScope
from turingapp.api.sending import take_stimuli
from turingapp.members.matrix import LOAD, SEE_LAB

NEEDS = {"GET": Need(TokenScope.READ_POOLS, SEE_LAB), "POST": Need(TokenScope.WRITE_POOLS, LOAD)}


class PoolSerializer(serializers.Serializer[Any]):
    """A pool that has responses."""

    task = serializers.CharField()
    pool = serializers.CharField()
    responses = serializers.IntegerField(help_text="how many it has")


class StimulusSerializer(serializers.ModelSerializer[Stimulus]):
    """A stimulus; the truth of control questions is in its payload, so it is nothing for judges."""

    payload = ObjectField(help_text="the fields of its task")
    facets = ObjectField(help_text="attributes to report by")
    lacks = serializers.ListField(child=serializers.CharField(), help_text="what keeps it pending")

    class Meta:
        model = Stimulus
        fields = ("id", "task", "pool", "key", "payload", "facets", "is_catch", "lacks")


class PoolList(Resource):
    """All pools that have responses."""

    needs = {"GET": NEEDS["GET"]}

    @extend_schema(responses=PoolSerializer(many=True))
    def get(self, request: Request) -> Answer:
        """All pools that have responses, each with its size."""
        return Answer(PoolSerializer(list_pools(), many=True).data)


class StimulusList(Resource, ListAPIView[Stimulus]):
    """The stimuli of a pool."""

    needs = NEEDS
    queryset = Stimulus.objects.none()
    serializer_class = StimulusSerializer
    pagination_class = Pages

    def get_queryset(self) -> QuerySet[Stimulus]:
        """Those of the address; raises UnknownPlugin."""
        return Stimulus.objects.filter(task=TASKS[self.kwargs["task"]].slug, pool=self.kwargs["pool"])

    @extend_schema(request=StimuliSerializer, responses={200: SentSerializer, 201: SentSerializer})
    def post(self, request: Request, task: str, pool: str) -> Answer:
        """Send stimuli, all or none. What is known already stays; pictures are loaded on the page Load."""
        return take_stimuli(request, task=task, pool=pool)
