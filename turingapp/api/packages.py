"""Data packages of a study: asked for, watched while they are written, fetched for a day."""

from http import HTTPStatus
from typing import Any

from django.db.models import QuerySet
from django.http import FileResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.generics import ListAPIView
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response

from analysis.models import StudyPackage
from analysis.packages import MOST_PEOPLE
from analysis.packages.asking import ask_for_package, find_path, list_ready
from turingapp.api.answering_once import answer_once
from turingapp.api.bodies import read_body
from turingapp.api.paging import Pages
from turingapp.api.permitting import Need, Resource
from turingapp.api.scopes import TokenScope
from turingapp.members.matrix import EXPORT_STUDY

SEEING = {"GET": Need(TokenScope.READ_EXPORTS, EXPORT_STUDY)}


class PackageSerializer(serializers.ModelSerializer[StudyPackage]):
    """A data package, and how far it is."""

    class Meta:
        model = StudyPackage
        fields = (
            "id",
            "state",
            "with_media",
            "smallest_group",
            "total",
            "done",
            "bytes",
            "error",
            "created_at",
            "expires_at",
        )


class PackageAskSerializer(serializers.Serializer[Any]):
    """A data package that is asked for."""

    with_media = serializers.BooleanField(default=False, help_text="with the pictures")
    smallest_group = serializers.IntegerField(
        min_value=1, max_value=MOST_PEOPLE, help_text="what fewer judges than this share is left out"
    )


class PackageList(Resource, ListAPIView[StudyPackage]):
    """The data packages of a study, oldest first."""

    needs = {**SEEING, "POST": Need(TokenScope.WRITE_EXPORTS, EXPORT_STUDY)}
    queryset = StudyPackage.objects.none()
    serializer_class = PackageSerializer
    pagination_class = Pages

    def get_queryset(self) -> QuerySet[StudyPackage]:
        """Those of the study."""
        return StudyPackage.objects.filter(study=self.studies[0])

    @extend_schema(request=PackageAskSerializer, responses={201: PackageSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Ask for a data package; where one is being written already, that is the answer."""
        given, at = read_body(PackageAskSerializer, request), timezone.now()

        def ask() -> tuple[int, Any]:
            options = {"with_media": given["with_media"], "smallest": given["smallest_group"]}
            package = ask_for_package(self.studies[0], at=at, **options)
            return HTTPStatus.CREATED, dict(PackageSerializer(package).data)

        return answer_once(request, ask, at=at)


class PackageDetail(Resource):
    """One data package."""

    needs = SEEING

    @extend_schema(responses=PackageSerializer)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """One data package, and how far it is."""
        return Response(PackageSerializer(get_object_or_404(StudyPackage, pk=pk, study=self.studies[0])).data)


class AsItIs(DefaultContentNegotiation):
    """A file has one form, whatever the header Accept asks for."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        """The one of refusals."""
        return renderers[0], renderers[0].media_type


class PackageFile(Resource):
    """The file of a data package."""

    needs = SEEING
    content_negotiation_class = AsItIs

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY})
    def get(self, request: Request, slug: str, pk: int) -> FileResponse:
        """The ZIP file of a data package, while it is kept."""
        package = get_object_or_404(list_ready(at=timezone.now()), pk=pk, study=self.studies[0])
        if not find_path(package).is_file():
            raise NotFound("The file of this package is gone; ask for another.")
        name = f"{slug}-{package.created_at:%Y-%m-%d}.zip"
        return FileResponse(find_path(package).open("rb"), as_attachment=True, filename=name)
