"""AI agents. People are no resource: they appear as authors of responses, under pseudonyms."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from agents.models import Agent, Origin
from turingapp.api.fields import ObjectField
from turingapp.api.paging import Pages
from turingapp.api.permitting import Need, Resource
from turingapp.api.scopes import TokenScope
from turingapp.members.matrix import SEE_LAB

NEEDS = {"GET": Need(TokenScope.READ_POOLS, SEE_LAB)}
AI_AGENTS = Agent.objects.filter(origin=Origin.AI)


class AgentSerializer(serializers.ModelSerializer[Agent]):
    """An AI agent: a system that answers here with its frozen settings, or one whose answers were loaded."""

    version = serializers.CharField(help_text="of its system, where it is known")
    settings = ObjectField(help_text="of its system; never a key")

    class Meta:
        model = Agent
        fields = ("slug", "title", "origin", "system", "version", "settings", "added_at")


class AgentList(Resource, ListAPIView[Agent]):
    """All AI agents."""

    needs = NEEDS
    queryset = AI_AGENTS
    serializer_class = AgentSerializer
    pagination_class = Pages


class AgentDetail(Resource):
    """One AI agent."""

    needs = NEEDS

    @extend_schema(responses=AgentSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """One AI agent, by its name."""
        return Response(AgentSerializer(get_object_or_404(AI_AGENTS, slug=slug)).data)
