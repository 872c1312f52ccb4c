"""The page on which a study is shared: who has which role in it, given and taken."""

from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from judging.models import Study
from turingapp.errors import Refused
from turingapp.members.granting import give_role, take_role
from turingapp.members.matrix import MATRIX, SHARE_STUDY, Scope
from turingapp.members.noting import tell_log
from turingapp.members.roles import Role
from turingapp.workplace.access import needs


class ShareForm(forms.Form):
    """An account, and what it becomes in the study."""

    account = forms.CharField(
        label=gettext_lazy("Account"),
        max_length=150,
        help_text=gettext_lazy("The name with which your colleague logs in."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.choices, initial=Role.ANALYST)

    def clean_account(self) -> User:
        """The account of this name."""
        name = self.cleaned_data["account"].strip()
        user = User.objects.filter(username=name, is_active=True).first()
        if user is None:
            sentence = _("There is no account %(name)s. An admin makes accounts, under Lab.")
            raise forms.ValidationError(sentence % {"name": name})
        return user


@require_http_methods(["GET", "HEAD", "POST"])
@needs(SHARE_STUDY)
def share(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has a role in the study; a form gives one."""
    study = get_object_or_404(Study, slug=slug)
    form = ShareForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        user, role = form.cleaned_data["account"], Role(form.cleaned_data["role"])
        try:
            give_role(user, role, study=study, by=request.user.get_username(), at=timezone.now())
        except Refused as refusal:
            form.add_error("account", str(refusal))
        else:
            tell_log(request, f"{user} becomes {role.value}")
            messages.success(request, _("%(name)s: %(role)s.") % {"name": user, "role": role.label})
            return redirect("workplace:sharing", slug=slug)
    context = {
        "study": study,
        "form": form,
        "memberships": study.memberships.select_related("user").order_by("given_at", "pk"),
        "deeds": [(deed.says, [role in deed.roles for role in Role]) for deed in MATRIX if deed.scope is Scope.STUDY],
        "roles": list(Role),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "workplace/members/sharing.html", context, status=status)


@require_POST
@needs(SHARE_STUDY)
def stop_sharing(request: HttpRequest, slug: str, account: int) -> HttpResponse:
    """Take the role that an account has in the study."""
    study, user = get_object_or_404(Study, slug=slug), get_object_or_404(User, pk=account)
    try:
        is_taken = take_role(user, study=study)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        tell_log(request, f"{user} has no role any more")
        if is_taken:
            messages.success(request, _("%(name)s has no role in this study any more.") % {"name": user})
    is_own = request.user.pk == user.pk and not request.user.is_superuser
    return redirect("workplace:studies") if is_own else redirect("workplace:sharing", slug=slug)
