"""Crowd platforms that run on this machine: they speak the real wire protocols, pay nobody, and fail on demand."""
