"""Addresses of the pages of stimuli and responses."""

from django.urls import path

from turingapp.workplace.material import agents, aside, responses, stimuli, thumbnails

urlpatterns = [
    path("stimuli", stimuli.show_stimuli, name="stimuli"),
    path("stimuli/<int:pk>", stimuli.show_stimulus, name="stimulus"),
    path("stimuli/<int:pk>/aside", aside.switch_stimulus, name="stimulus_aside"),
    path("responses", responses.show_responses, name="responses"),
    path("responses/<int:pk>", responses.show_response, name="response"),
    path("responses/<int:pk>/aside", aside.switch_response, name="response_aside"),
    path("agents", agents.show_agents, name="agents"),
    path("pictures/<slug:media>.jpg", thumbnails.show_thumbnail, name="thumbnail"),
]
