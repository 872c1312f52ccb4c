"""Addresses of the pages about recruiting; included by the workplace, so their names are `workplace:…`."""

from django.urls import path

from turingapp.workplace.recruiting import board, decisions, money, reviewing

urlpatterns = [
    path("postings/<slug:public_id>/", board.show_posting, name="posting"),
    path("postings/<slug:public_id>/review", reviewing.show_review, name="review"),
    path("postings/<slug:public_id>/review/decide", reviewing.decide_on, name="decide"),
    path("postings/<slug:public_id>/submissions/<int:pk>/who", reviewing.show_who, name="who"),
    path("postings/<slug:public_id>/decisions/<int:pk>", decisions.show_decision, name="decision"),
    path("postings/<slug:public_id>/decisions/<int:pk>/outcomes", decisions.show_outcomes, name="outcomes"),
    path("postings/<slug:public_id>/decisions/<int:pk>/again", decisions.run_again, name="decide_again"),
    path("postings/<slug:public_id>/money", money.show_money, name="money"),
    path("postings/<slug:public_id>/money/caps", money.set_caps, name="caps"),
    path("postings/<slug:public_id>/money/reconcile", money.reconcile_now, name="reconcile"),
    path("postings/<slug:public_id>/money/reconciling", money.show_reconciliation, name="reconciling"),
    path("postings/<slug:public_id>/money/orphan", money.handle_orphan, name="orphan"),
    path("postings/<slug:public_id>/ledger.csv", money.send_ledger, name="ledger"),
]
