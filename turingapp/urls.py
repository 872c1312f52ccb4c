"""Addresses: participants' pages, the media store, the workplace, the API."""

from django.contrib import admin
from django.urls import include, path

from agents.views import show_media
from judging import views

urlpatterns = [
    path("", views.show_start, name="start"),
    path("join/<str:link>/", views.join, name="join"),
    path("visit/<str:token>/", views.visit, name="visit"),
    path("visit/<str:token>/painted", views.note_painted, name="painted"),
    path("media/<str:media_id>.jpg", show_media, name="media"),
    path("healthy", views.show_health, name="health"),
    path("workplace/", include("turingapp.workplace.urls")),
    path("api/", include("analysis.urls")),
    path("admin/", admin.site.urls),
]
