"""The study builder: the protocol of a draft, by its fields and as text, with the numbers of its plan."""
