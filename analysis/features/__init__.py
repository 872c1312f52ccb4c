"""Evidence as numbers: what an AI judge may look at, encoded once for each kind of evidence.

Nothing here is fitted: every number of an item comes from that item alone, so nothing can leak between folds. What is
fitted to a training set (vocabularies, scales) belongs to the judges.
"""
