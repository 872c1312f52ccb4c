"""Who may do what: roles in studies and in the lab, the matrix of deeds, and the log of what was done."""
