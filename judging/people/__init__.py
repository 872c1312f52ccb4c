"""One person over all studies: found, told what there is of them, given a copy of it, and erased."""
