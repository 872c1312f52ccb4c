"""Collections: which there are, all their tables, and the leaderboards alone."""

from http import HTTPStatus
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from analysis.collections.gathering import UnknownFacet
from analysis.collections.keeping import find_results
from analysis.collections.latest import describe_collection
from judging.models import Collection, Study
from turingapp.api.paging import Pages
from turingapp.api.permitting import Need, Resource
from turingapp.api.scopes import TokenScope
from turingapp.api.studies import WAITING
from turingapp.members.matrix import ENTER, SEE_COLLECTION

FACET = OpenApiParameter("facet", str, description="each task by the values of this facet")
shows_tables = extend_schema(
    parameters=[FACET],
    responses={
        200: OpenApiTypes.OBJECT,
        202: OpenApiResponse(OpenApiTypes.OBJECT, description="measured now; ask again"),
    },
)


class CollectionSerializer(serializers.ModelSerializer[Collection]):
    """A collection with the names of its studies."""

    studies: "serializers.SlugRelatedField[Study]" = serializers.SlugRelatedField(
        slug_field="slug", many=True, read_only=True
    )

    class Meta:
        model = Collection
        fields = ("slug", "title", "studies")


class CollectionList(Resource, ListAPIView[Collection]):
    """All collections that the account may see."""

    needs = {"GET": Need(TokenScope.READ_STUDIES, ENTER)}
    queryset = Collection.objects.none()
    serializer_class = CollectionSerializer
    pagination_class = Pages

    def get_queryset(self) -> QuerySet[Collection]:
        """Those of the account, in the order in which they were made."""
        return self.rights.choose_collections().prefetch_related("studies")


class CollectionDetail(Resource):
    """All numbers of a collection, unrounded, by report."""

    needs = {"GET": Need(TokenScope.READ_STUDIES, SEE_COLLECTION)}
    reports: ClassVar[tuple[str, ...] | None] = None  # None for all

    @shows_tables
    def get(self, request: Request, slug: str) -> Response:
        """The tables of a collection, as its page shows them."""
        collection = get_object_or_404(Collection, slug=slug)
        try:
            results = find_results(collection, facet=request.query_params.get("facet", ""), at=timezone.now())
        except UnknownFacet as error:
            raise NotFound(str(error)) from None
        if results is None:
            return Response({"detail": WAITING}, status=HTTPStatus.ACCEPTED)
        described: dict[str, Any] = describe_collection(collection, results)
        if self.reports is not None:
            described["reports"] = {name: described["reports"][name] for name in self.reports}
        return Response(described)


class CollectionLeaderboard(CollectionDetail):
    """The leaderboards of a collection."""

    reports = ("leaderboard", "across")

    @shows_tables
    def get(self, request: Request, slug: str) -> Response:
        """The leaderboards of a collection alone: of each task, and across tasks."""
        return super().get(request, slug)
