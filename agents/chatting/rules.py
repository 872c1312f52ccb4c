"""What holds in a room: how many turns, in which order, how long everything may take, and its pace."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class Rules(BaseModel):
    """Frozen with a room. Zero turns off the pace and nothing else."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    turns: Annotated[int, Field(ge=2, le=200)] = 24
    flow: Literal["turns", "free"] = "turns"  # one after the other, or whoever wants to
    talk_seconds: Annotated[float, Field(ge=10, le=86_400)] = 1200
    ready_seconds: Annotated[float, Field(ge=5, le=600)] = 15
    silence_seconds: Annotated[float, Field(ge=10, le=3600)] = 150  # of whoever is to speak
    # A line may be down for 40 s, and browsers let a hidden page ask once a minute.
    away_seconds: Annotated[float, Field(ge=45, le=3600)] = 75
    abandoned_seconds: Annotated[float, Field(ge=60, le=86_400)] = 240  # nobody was seen any more
    longest_message: Annotated[int, Field(ge=20, le=10_000)] = 600
    language: str = "en"  # of what its speakers are told, never of what they say
    pace: Annotated[float, Field(ge=0, le=5)] = 1.0  # times the time that reading and typing take people; 0 for none
