"""Addresses of the pages about recruiting; included by the workplace, so their names are `workplace:…`."""

from django.urls import path

from turingapp.workplace.recruiting import accounts, board, decisions, drafting, launching, money, people, reviewing

urlpatterns = [
    path("recruiters", accounts.show_accounts, name="recruiters"),
    path("recruiters/<slug:recruiter>/<slug:environment>/ask", accounts.ask, name="recruiter_ask"),
    path("studies/<slug:slug>/people", people.show_people, name="people"),
    path("studies/<slug:slug>/people/new", people.choose_recruiter, name="bring_people"),
    path("studies/<slug:slug>/people/new/<slug:recruiter>", drafting.draft, name="draft"),
    path("studies/<slug:slug>/people/new/<slug:recruiter>/estimate", drafting.show_estimate, name="estimate"),
    path("postings/<slug:public_id>/", board.show_posting, name="posting"),
    path("postings/<slug:public_id>/live", board.show_live, name="posting_live"),
    path("postings/<slug:public_id>/draft", drafting.redraft, name="redraft"),
    path("postings/<slug:public_id>/discard", drafting.discard, name="discard"),
    path("postings/<slug:public_id>/launch", launching.show_launch, name="launch"),
    path("postings/<slug:public_id>/checks", launching.show_checks, name="launch_checks"),
    path("postings/<slug:public_id>/acknowledge", launching.acknowledge, name="launch_acknowledge"),
    path("postings/<slug:public_id>/open", launching.launch, name="posting_open"),
    path("postings/<slug:public_id>/pause", board.pause, name="posting_pause"),
    path("postings/<slug:public_id>/resume", board.resume, name="posting_resume"),
    path("postings/<slug:public_id>/stop", board.stop, name="posting_stop"),
    path("postings/<slug:public_id>/extend", board.extend, name="posting_extend"),
    path("postings/<slug:public_id>/addition", board.show_addition, name="posting_addition"),
    path("postings/<slug:public_id>/again/<int:number>", board.ask_again, name="posting_again"),
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
