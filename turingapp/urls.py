"""Addresses: participants' pages, the media store, the workplace, the API."""

from django.contrib import admin
from django.urls import include, path, register_converter
from django.urls.converters import StringConverter
from django.views.i18n import set_language

from agents import chat_views
from agents.tasks.base import SAMPLE_IMAGE
from agents.views import show_media, show_sample
from judging.views import arriving, joining, leaving, starting, visiting, waiting
from turingapp.watching.views import show_metrics, show_readiness
from turingapp.workplace.figures import send_program
from turingapp.workplace.reports import show_shared


class TokenConverter(StringConverter):
    """The letters that links and signed tokens are made of; anything else is no address of ours."""

    regex = "[A-Za-z0-9_.-]{1,200}"


handler500 = "turingapp.interrupted.answer_fault"
register_converter(TokenConverter, "token")
admin.autodiscover()

urlpatterns = [
    path("", starting.show_start, name="start"),
    path("join/<token:link>/", joining.join, name="join"),
    path("arrive/<token:public_id>/", arriving.arrive, name="arrive"),
    path("notices/<slug:recruiter>/", arriving.take, name="notices"),
    path("visit/<token:token>/", visiting.visit, name="visit"),
    path("visit/<token:token>/stop", leaving.stop, name="stop"),
    path("visit/<token:token>/wait", waiting.take_waiting, name="wait"),
    path("visit/<token:token>/game", waiting.show_game_phase, name="game_phase"),
    path("withdraw/", leaving.withdraw, name="withdraw"),
    path(f"media/{SAMPLE_IMAGE.media}.jpg", show_sample, name="sample_picture"),
    path("media/<str:media_id>.jpg", show_media, name="media"),
    path("chat/<token:token>/news", chat_views.show_news, name="chat_news"),
    path("chat/<token:token>/say", chat_views.take_message, name="chat_say"),
    path("chat/<token:token>/ready", chat_views.take_readiness, name="chat_ready"),
    path("chat/<token:token>/leave", chat_views.take_leave, name="chat_leave"),
    path("report/<token:token>/", show_shared, name="shared_report"),
    path("figures/<token:name>", send_program, name="figure_program"),
    path("healthy", starting.show_health, name="health"),
    path("ready", show_readiness, name="ready"),
    path("metrics", show_metrics, name="metrics"),
    path("workplace/", include("turingapp.workplace.account_urls")),
    path("workplace/language", set_language, name="set_language"),
    path("workplace/", include("turingapp.workplace.urls")),
    path("api/", include("turingapp.api.urls")),
    path("admin/", admin.site.urls),
]
