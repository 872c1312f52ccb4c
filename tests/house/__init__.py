"""Tests of the house itself: imports, documents in step with the code, migrations, running and testing."""
