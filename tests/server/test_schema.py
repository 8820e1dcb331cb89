"""Requests that nobody thought of, made up from the interface's own description: none of them may
break the server.
"""

from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings


def ask_anything(operation: Any, address: str) -> None:
    """Call one operation with all kinds of arguments."""

    @given(operation.as_strategy())
    @settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    def ask(case: Any) -> None:
        response = case.call(base_url=address)
        assert response.status_code < 500, response.text
        if response.status_code >= 400:
            assert set(response.json()) == {"code", "message", "rule"}, response.text

    ask()


def test_no_request_breaks_the_server(address: str) -> None:
    schema: Any = schemathesis.openapi.from_url(f"{address}/schema/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 10
    for operation in operations:
        ask_anything(operation, address)
