"""How the installation is watched from outside: ids of requests, log lines, metrics, readiness, reports of errors."""
