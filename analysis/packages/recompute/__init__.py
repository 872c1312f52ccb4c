"""The report of a package computed anew from its tables, with numpy and pandas alone: `python -m recompute`.

Written apart from the platform that made the package, after the formulas that its documentation gives, so that the two
check each other. Every function takes and gives plain numbers; y is 1 where a verdict is "human".
"""
