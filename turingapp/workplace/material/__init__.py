"""The pages of what is judged: stimuli and responses, found among a million and looked at one by one."""
