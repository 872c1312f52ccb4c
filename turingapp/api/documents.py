"""The description of the API, for programs and as a page; and the answer to addresses that there are not."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from turingapp.api.permitting import Need, Resource
from turingapp.members.matrix import ENTER
from turingapp.workplace.access import needs


class Schema(Resource, SpectacularJSONAPIView):
    """The description of all resources in OpenAPI 3."""

    needs = {"GET": Need(None, ENTER)}


@needs(ENTER)
def show_docs(request: HttpRequest) -> HttpResponse:
    """The same as a page on which requests can be tried."""
    return render(request, "workplace/api/docs.html")


class Nothing(APIView):
    """All addresses that there are not: told in the shape of all refusals, and to nobody whether they were close."""

    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()
    schema = None

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Refuse every method."""
        super().initial(request, *args, **kwargs)
        raise NotFound("The API has no such address; all of its addresses are at /api/docs/ and end with a slash.")

    def get(self, request: Request) -> Response:
        """Never reached."""
        return Response()


tell_unknown = Nothing.as_view()
