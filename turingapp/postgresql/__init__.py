"""Django's PostgreSQL, whose kept connections are looked at before a request instead of being asked."""
