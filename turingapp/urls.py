"""Addresses: participants' pages, the media store, the workplace, the API."""

from django.contrib import admin
from django.urls import include, path

from agents.views import show_media
from judging.views import joining, leaving, starting, visiting

urlpatterns = [
    path("", starting.show_start, name="start"),
    path("join/<str:link>/", joining.join, name="join"),
    path("visit/<str:token>/", visiting.visit, name="visit"),
    path("visit/<str:token>/painted", visiting.note_painted, name="painted"),
    path("visit/<str:token>/stop", leaving.stop, name="stop"),
    path("withdraw/", leaving.withdraw, name="withdraw"),
    path("media/<str:media_id>.jpg", show_media, name="media"),
    path("healthy", starting.show_health, name="health"),
    path("workplace/", include("turingapp.workplace.urls")),
    path("api/", include("analysis.urls")),
    path("admin/", admin.site.urls),
]
