"""Money: whole minor units and a currency, never fractions."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from django.utils.translation import gettext as _

MINOR = 100  # cents in a dollar, pence in a pound: the platforms here pay in currencies with two decimals
CURRENCIES = ("USD", "GBP", "EUR")


@dataclass(frozen=True, slots=True, order=True)
class Money:
    """So many cents or pence."""

    amount: int
    currency: str

    def __post_init__(self) -> None:
        if self.currency not in CURRENCIES:
            raise ValueError(
                _("The currency is %(currency)s; it should be one of %(names)s.")
                % {"currency": repr(self.currency), "names": ", ".join(CURRENCIES)}
            )

    def __str__(self) -> str:
        return f"{self.currency} {self.plain}"

    @property
    def plain(self) -> str:
        """The amount in whole units as platforms write it: 0.15."""
        return f"{Decimal(self.amount) / MINOR:.2f}"

    def __add__(self, other: "Money") -> "Money":
        if other.currency != self.currency:
            raise ValueError(_("%(self)s and %(other)s are in different currencies.") % {"self": self, "other": other})
        return Money(self.amount + other.amount, self.currency)

    def __mul__(self, times: int) -> "Money":
        return Money(self.amount * times, self.currency)


def read_amount(text: str) -> int:
    """The minor units in a platform's decimal text: "0.15" is 15."""
    return int((Decimal(text) * MINOR).to_integral_value(ROUND_HALF_UP))


def take_percent(amount: int, percent: int) -> int:
    """So many percent of an amount; half a cent rounds up."""
    return int((Decimal(amount) * percent / 100).to_integral_value(ROUND_HALF_UP))
