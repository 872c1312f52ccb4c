"""Addresses of the pages of stimuli and responses."""

from django.urls import path

from turingapp.workplace.material import responses, stimuli, thumbnails

urlpatterns = [
    path("stimuli", stimuli.show_stimuli, name="stimuli"),
    path("stimuli/<int:pk>", stimuli.show_stimulus, name="stimulus"),
    path("responses", responses.show_responses, name="responses"),
    path("responses/<int:pk>", responses.show_response, name="response"),
    path("pictures/<slug:media>.jpg", thumbnails.show_thumbnail, name="thumbnail"),
]
