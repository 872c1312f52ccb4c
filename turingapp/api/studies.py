"""Studies: which there are, their protocols, and their results as the page shows them."""

from http import HTTPStatus
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from analysis.keeping import find_measured
from analysis.reports import describe_tables
from judging.models import Study
from turingapp.api.paging import Pages
from turingapp.api.permitting import Need, Resource
from turingapp.api.scopes import TokenScope
from turingapp.members.matrix import ENTER, SEE_STUDY

LARGEST = 2**31 - 1  # of the database's whole numbers
WAITING = "The worker measures these results now; ask again in a minute."
SEEING = {"GET": Need(TokenScope.READ_STUDIES, SEE_STUDY)}
VERSION = OpenApiParameter(
    "version", {"type": "integer", "minimum": 1, "maximum": LARGEST}, description="only this version of the protocol"
)
UNSCREENED = OpenApiParameter(
    "count", {"type": "string", "enum": ["all"]}, description="all: every judgement, whatever the screening says"
)


class StudySerializer(serializers.ModelSerializer[Study]):
    """A study."""

    collection: "serializers.SlugRelatedField[Any]" = serializers.SlugRelatedField(
        slug_field="slug", read_only=True, allow_null=True, help_text="that it belongs to"
    )

    class Meta:
        model = Study
        fields: tuple[str, ...] = (
            "slug",
            "title",
            "task",
            "kind",
            "collection",
            "state",
            "is_simulated",
            "label",
            "created_at",
            "opened_at",
            "closed_at",
        )


class StudyWithProtocolSerializer(StudySerializer):
    """A study with its latest protocol."""

    version = serializers.SerializerMethodField(help_text="of its latest protocol")
    protocol = serializers.SerializerMethodField(help_text="the frozen settings of that version")

    class Meta(StudySerializer.Meta):
        fields = (*StudySerializer.Meta.fields, "version", "protocol")

    def get_version(self, study: Study) -> int:
        """The number of the latest protocol."""
        return study.protocols.latest("version").version

    @extend_schema_field(OpenApiTypes.OBJECT)
    def get_protocol(self, study: Study) -> dict[str, Any]:
        """Its settings."""
        document: dict[str, Any] = study.protocols.latest("version").document
        return document


class StudyList(Resource, ListAPIView[Study]):
    """All studies that the account may see."""

    needs = {"GET": Need(TokenScope.READ_STUDIES, ENTER)}
    queryset = Study.objects.none()
    serializer_class = StudySerializer
    pagination_class = Pages

    def get_queryset(self) -> QuerySet[Study]:
        """Those of the account, in the order in which they were made."""
        return self.rights.choose_studies().select_related("collection")


class StudyDetail(Resource):
    """One study."""

    needs = SEEING

    @extend_schema(responses=StudyWithProtocolSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """One study with its latest protocol."""
        return Response(StudyWithProtocolSerializer(self.studies[0]).data)


class StudyResults(Resource):
    """The numbers of one study."""

    needs = SEEING

    @extend_schema(
        parameters=[VERSION, UNSCREENED],
        responses={
            200: OpenApiTypes.OBJECT,
            202: OpenApiResponse(OpenApiTypes.OBJECT, description="measured now; ask again"),
        },
    )
    def get(self, request: Request, slug: str) -> Response:
        """All tables of a study, unrounded: the same numbers as on its page."""
        study = self.studies[0]
        if not study.rule.judges_responses:
            raise NotFound(f"Nobody judges single responses in {study.slug}, so it has no such results.")
        is_screened = request.query_params.get("count") != "all"
        found = find_measured(study, read_version(request, study), is_screened=is_screened, at=timezone.now())
        if found is None:
            return Response({"detail": WAITING}, status=HTTPStatus.ACCEPTED)
        facts = {"is_screened": found.scope.is_screened, "version": found.scope.version, "signs": found.signs}
        counted = {"versions": list(found.versions), "judgements": found.counted, "notices": list(found.notices)}
        return Response(describe_tables(study, found.tables, **facts, **counted))


def read_version(request: Request, study: Study) -> int | None:
    """The version of the protocol that is asked for; None for all; raises NotFound."""
    asked = request.query_params.get("version", "")
    if not asked:
        return None
    known = study.protocols.values_list("version", flat=True)
    if not (asked.isascii() and asked.isdecimal() and int(asked[:10]) in known):
        raise NotFound(f"The protocol of {study.slug} has no version {asked[:10]!r}.")
    return int(asked)
