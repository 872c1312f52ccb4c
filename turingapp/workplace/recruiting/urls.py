"""Addresses of the pages about recruiting; included by the workplace, so their names are `workplace:…`."""

from django.urls import path

from turingapp.workplace.recruiting import board

urlpatterns = [
    path("postings/<slug:public_id>/", board.show_posting, name="posting"),
]
