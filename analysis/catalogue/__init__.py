"""The catalogue of AI agents: what each has answered, how like people's that is, and how often it was taken for one."""
