"""The forms of the workplace."""

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError


class LogInForm(AuthenticationForm):
    """Name and password of an experimenter."""

    def confirm_login_allowed(self, user: User) -> None:
        """Refuse accounts that may not work here."""
        super().confirm_login_allowed(user)
        if not user.is_staff:
            raise ValidationError("This account may not use the workplace; ask an administrator to mark it as staff.")
