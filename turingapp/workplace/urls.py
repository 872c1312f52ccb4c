"""Addresses of the workplace."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from turingapp.workplace import views
from turingapp.workplace.forms import LogInForm

app_name = "workplace"
log_in = LoginView.as_view(
    template_name="workplace/login.html", authentication_form=LogInForm, redirect_authenticated_user=False
)
urlpatterns = [
    path("", views.show_studies, name="studies"),
    path("login", log_in, name="login"),
    path("logout", LogoutView.as_view(), name="logout"),
    path("studies/<slug:slug>/", views.show_study, name="study"),
    path("studies/<slug:slug>/results", views.show_results, name="results"),
    path("studies/<slug:slug>/judgements.csv", views.send_judgements, name="judgements_csv"),
    path("studies/<slug:slug>/imitation.svg", views.show_chart, name="chart"),
]
