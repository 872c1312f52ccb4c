"""The sample: pictures of other packages, answers written for it, and real chats, as rows to load (docs/sample.md)."""

POOL = "sample"
