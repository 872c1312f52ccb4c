"""The form of the log-in, in our words."""

from typing import Any

from allauth.account.forms import LoginForm
from django.utils.translation import gettext_lazy as _


class LogInForm(LoginForm):  # type: ignore[misc]  # that package has no types
    """Name and password."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name, label in (("login", _("Name")), ("password", _("Password"))):
            field = self.fields[name]
            field.label, field.help_text = label, ""
            field.widget.attrs.pop("placeholder", None)
