"""What each key of a protocol file takes, from the models that check it."""

from collections.abc import Mapping

from judging.chat_rules import Chat
from judging.protocol import Pool, Settings
from judging.screening_rules import Part
from manual.schemas import list_fields

BLOCKS: Mapping[str, type[Part]] = {"pool": Pool, "chat": Chat}  # whose keys docs/ lists one by one


def list_kinds() -> dict[str, str]:
    """What each key takes, in words; the keys of a block with the block's name before them."""
    kinds = {name: takes for name, takes, _ in list_fields(Settings)}
    for block, model in BLOCKS.items():
        kinds |= {f"{block}.{name}": takes for name, takes, _ in list_fields(model)}
    return kinds
