"""The read-only API on collections: which there are, all their tables, and the leaderboards alone."""

from http import HTTPStatus
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from analysis.api.paging import NamedPages
from analysis.collections.gathering import UnknownFacet
from analysis.collections.keeping import find_results
from analysis.collections.latest import describe_collection
from judging.models import Collection, Study

WAITING = "This collection has many judgements: the worker measures its tables now. Ask again in a minute."
FACET = OpenApiParameter("facet", str, description="each task by the values of this facet")


class CollectionSerializer(serializers.ModelSerializer[Collection]):
    """A collection with the names of its studies."""

    studies: "serializers.SlugRelatedField[Study]" = serializers.SlugRelatedField(
        slug_field="slug", many=True, read_only=True
    )

    class Meta:
        model = Collection
        fields = ("slug", "title", "studies")


class CollectionList(ListAPIView[Collection]):
    """All collections."""

    queryset = Collection.objects.order_by("pk").prefetch_related("studies")
    serializer_class = CollectionSerializer
    pagination_class = NamedPages


class CollectionDetail(APIView):
    """All numbers of a collection, unrounded, by report."""

    reports: ClassVar[tuple[str, ...] | None] = None  # None for all

    @extend_schema(parameters=[FACET], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str) -> Response:
        """The tables as the page shows them."""
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
    """The leaderboards of a collection: of each task, and across tasks."""

    reports = ("leaderboard", "across")
