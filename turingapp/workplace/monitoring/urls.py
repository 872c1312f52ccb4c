"""Addresses of the pages that watch over studies; included by the workplace, so their names are `workplace:…`."""

from django.urls import path

from turingapp.workplace.monitoring import alerts, judges, views, visits

urlpatterns = [
    path("monitor", views.show_overview, name="monitoring"),
    path("monitor/live", views.show_overview_live, name="monitoring_live"),
    path("alerts", alerts.show_alerts, name="alerts"),
    path("alerts/all", alerts.set_for_all, name="alerts_for_all"),
    path("alerts/all/receivers", alerts.change_receivers_of_all, name="alert_receivers_of_all"),
    path("studies/<slug:slug>/visits", visits.show_visits, name="visits"),
    path("studies/<slug:slug>/visits/<int:pk>", visits.show_visit, name="visit"),
    path("studies/<slug:slug>/judges", judges.show_judges, name="judges"),
    path("studies/<slug:slug>/alerts", alerts.set_for_study, name="study_alerts"),
    path("studies/<slug:slug>/alerts/receivers", alerts.change_receivers_of_study, name="alert_receivers_of_study"),
    path("studies/<slug:slug>/monitor", views.show_monitor, name="monitor"),
    path("studies/<slug:slug>/monitor/live", views.show_monitor_live, name="monitor_live"),
]
