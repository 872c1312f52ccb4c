"""What attackers, curious judges and hostile texts would try; docs/threat-model.md names each of these tests."""
