"""Addresses of the workplace."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path

from turingapp.workplace import (
    answers,
    api_tokens,
    changing,
    choices,
    collections,
    erasing,
    evaluations,
    evaluations_benchmark,
    figures,
    gallery,
    loading,
    opening,
    packages,
    parity,
    preregistering,
    reports,
    views,
)
from turingapp.workplace.ai_agents import adding as agents_adding
from turingapp.workplace.ai_agents import catalogue as agents_catalogue
from turingapp.workplace.ai_agents import running as agents_running
from turingapp.workplace.ai_agents import starting as agents_starting
from turingapp.workplace.conversing import views as conversing
from turingapp.workplace.forms import LogInForm
from turingapp.workplace.monitoring import alerts
from turingapp.workplace.monitoring import views as monitoring

app_name = "workplace"
log_in = LoginView.as_view(
    template_name="workplace/login.html", authentication_form=LogInForm, redirect_authenticated_user=False
)
urlpatterns = [
    path("", views.show_studies, name="studies"),
    path("login", log_in, name="login"),
    path("logout", LogoutView.as_view(), name="logout"),
    path("api-tokens", api_tokens.show_tokens, name="api_tokens"),
    path("api-tokens/<int:pk>/revoke", api_tokens.revoke, name="api_token_revoke"),
    path("load", loading.show_loading, name="load"),
    path("load/<slug:token>/refused.csv", loading.send_refused, name="refused_csv"),
    path("open", opening.show_opening, name="open"),
    path("pools", parity.show_pools, name="pools"),
    path("pools/<slug:task>/<slug:pool>/parity", parity.show_parity, name="parity"),
    path("ai-agents", agents_adding.show_agents, name="ai_agents"),
    path("ai-agents/catalogue/<slug:task>", agents_catalogue.show_catalogue, name="ai_agents_catalogue"),
    path("ai-agents/add/<slug:system>", agents_adding.add, name="ai_agent_add"),
    path("ai-agents/add/<slug:system>/try", agents_adding.try_one, name="ai_agent_try"),
    path("ai-agents/runs/<int:pk>", agents_running.show_run, name="agent_run"),
    path("ai-agents/runs/<int:pk>/progress", agents_running.show_progress, name="agent_run_progress"),
    path("ai-agents/runs/<int:pk>/failures/<slug:kind>", agents_running.show_failures, name="agent_run_failures"),
    path("ai-agents/runs/<int:pk>/cancel", agents_running.cancel, name="agent_run_cancel"),
    path("ai-agents/runs/<int:pk>/continue", agents_running.continue_run, name="agent_run_continue"),
    path("ai-agents/agent/<slug:slug>", agents_starting.show_agent, name="ai_agent"),
    path("ai-agents/agent/<slug:slug>/estimate", agents_starting.estimate, name="ai_agent_estimate"),
    path("ai-judges", evaluations.show_evaluations, name="evaluations"),
    path("ai-judges/ask", evaluations.ask, name="evaluation_ask"),
    path("ai-judges/benchmark", evaluations_benchmark.show_form, name="benchmark"),
    path("ai-judges/<int:pk>/load", evaluations_benchmark.load, name="benchmark_load"),
    path("ai-judges/<int:pk>", evaluations.show_evaluation, name="evaluation"),
    path("ai-judges/<int:pk>/progress", evaluations.show_progress, name="evaluation_progress"),
    path("ai-judges/<int:pk>/threshold", evaluations.set_threshold, name="evaluation_threshold"),
    path("ai-judges/<int:pk>/cancel", evaluations.cancel, name="evaluation_cancel"),
    path("ai-judges/<int:pk>/<slug:kind>.svg", evaluations.show_curves, name="evaluation_curves"),
    path("collections/", collections.show_collections, name="collections"),
    path("collections/<slug:slug>/", collections.show_collection, name="collection"),
    path("collections/<slug:slug>/change", collections.change, name="collection_change"),
    path("monitor", monitoring.show_overview, name="monitoring"),
    path("monitor/live", monitoring.show_overview_live, name="monitoring_live"),
    path("alerts", alerts.show_alerts, name="alerts"),
    path("alerts/all", alerts.set_for_all, name="alerts_for_all"),
    path("alerts/all/receivers", alerts.change_receivers_of_all, name="alert_receivers_of_all"),
    path("studies/<slug:slug>/", views.show_study, name="study"),
    path("studies/<slug:slug>/alerts", alerts.set_for_study, name="study_alerts"),
    path("studies/<slug:slug>/alerts/receivers", alerts.change_receivers_of_study, name="alert_receivers_of_study"),
    path("studies/<slug:slug>/monitor", monitoring.show_monitor, name="monitor"),
    path("studies/<slug:slug>/monitor/live", monitoring.show_monitor_live, name="monitor_live"),
    path("studies/<slug:slug>/answers", answers.show_answers, name="answers"),
    path("studies/<slug:slug>/choices", choices.show_choices, name="choices"),
    path("studies/<slug:slug>/choices.csv", choices.send_choices, name="choices_csv"),
    path("studies/<slug:slug>/conversations", conversing.show_board, name="conversations"),
    path("studies/<slug:slug>/conversations/live", conversing.show_live, name="conversations_live"),
    path("studies/<slug:slug>/conversations/<int:pk>", conversing.show_room, name="conversation"),
    path("studies/<slug:slug>/conversations/<int:pk>/extend", conversing.extend, name="extend_conversation"),
    path("studies/<slug:slug>/conversations/<int:pk>/stop", conversing.stop, name="stop_conversation"),
    path("studies/<slug:slug>/protocol", changing.show_protocol, name="protocol"),
    path("studies/<slug:slug>/change", changing.change, name="change"),
    path("studies/<slug:slug>/clone", changing.clone, name="clone"),
    path("studies/<slug:slug>/personal", changing.make_personal_links, name="personal"),
    path("studies/<slug:slug>/close", changing.close, name="close"),
    path("studies/<slug:slug>/results", views.show_results, name="results"),
    path("studies/<slug:slug>/package", packages.show_packages, name="packages"),
    path("studies/<slug:slug>/package/progress", packages.show_progress, name="packages_progress"),
    path("packages/<str:link>", packages.send_package, name="package_file"),
    path("studies/<slug:slug>/judgements.csv", views.send_judgements, name="judgements_csv"),
    path("", include("turingapp.workplace.recruiting.urls")),
    path("studies/<slug:slug>/report", reports.show_report, name="report"),
    path("studies/<slug:slug>/report/share", reports.switch_study, name="share"),
    path("collections/<slug:slug>/report", reports.show_collection_report, name="collection_report"),
    path("collections/<slug:slug>/report/share", reports.switch_collection, name="share_collection"),
    path("privacy", erasing.find, name="privacy"),
    path("privacy/copy", erasing.send_copy, name="privacy_copy"),
    path("privacy/erase", erasing.erase, name="privacy_erase"),
    path("preregistrations", preregistering.show_preregistrations, name="preregistrations"),
    path("preregistrations/<slug:slug>/", preregistering.show_preregistration, name="preregistration"),
    path("preregistrations/<slug:slug>/osf.<slug:form>", preregistering.send_form, name="osf"),
    path("studies/<slug:slug>/gallery", gallery.show_gallery, name="gallery"),
    path("studies/<slug:slug>/figures", figures.show_figures, name="figures"),
    path("studies/<slug:slug>/figures/<slug:figure>.<slug:form>", figures.send_figure, name="figure"),
]
