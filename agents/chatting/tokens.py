"""The signed address of a seat: whoever has it speaks from there. No cookie takes part."""

from django.core.signing import BadSignature, Signer

SEATS = Signer(salt="seat", sep=".")


def sign_seat(public_id: str) -> str:
    """The token of a seat, for addresses."""
    return SEATS.sign(public_id)


def read_seat(token: str) -> str | None:
    """The public id of the seat in a token; None where the signature is not ours."""
    try:
        return SEATS.unsign(token)
    except BadSignature:
        return None
