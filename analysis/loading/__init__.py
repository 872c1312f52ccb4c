"""Judgements that were made elsewhere, from the files of the original study and of crowd platforms."""
