"""The page about accounts at recruiters: what each needs, what is set, and whether its platform answers."""

from itertools import groupby

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from judging.accounts import ask_account, find_account, list_accounts
from turingapp.errors import InvalidOffer, UnknownPlugin
from turingapp.members.matrix import SEE_RECRUITERS
from turingapp.workplace.access import needs


@require_safe
@needs(SEE_RECRUITERS)
def show_accounts(request: HttpRequest) -> HttpResponse:
    """Every recruiter with its environments."""
    grouped = [(recruiter, list(rows)) for recruiter, rows in groupby(list_accounts(), lambda row: row.recruiter)]
    return render(request, "workplace/recruiting/accounts.html", {"recruiters": grouped})


@require_POST
@needs(SEE_RECRUITERS)
def ask(request: HttpRequest, recruiter: str, environment: str) -> HttpResponse:
    """Ask one platform whether it knows us; the page waits for the answer."""
    try:
        account = find_account(recruiter, environment)
    except (UnknownPlugin, InvalidOffer) as error:
        raise Http404(str(error)) from None
    connection = ask_account(account)
    if request.htmx:  # type: ignore[attr-defined]  # set by HtmxMiddleware
        return render(request, "workplace/recruiting/_connection.html", {"connection": connection})
    level = messages.SUCCESS if connection.is_well else messages.ERROR
    messages.add_message(request, level, f"{account.recruiter.title}, {environment}: {connection.sentence}")
    return redirect("workplace:recruiters")
