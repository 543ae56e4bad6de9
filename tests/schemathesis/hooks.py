"""What schemathesis cannot know of the document's own format."""

import datetime

import schemathesis
from hypothesis import strategies

# Only an earlier page returns a cursor; an empty one requests the first page. The negative cases send invalid ones.
schemathesis.openapi.format("cursor", strategies.just(""))

# From 1970 on; an empty one does not limit the search.
days = strategies.dates(min_value=datetime.date(1970, 1, 1)).map(str)
schemathesis.openapi.format("day", strategies.just("") | days)

# Names reject links and email addresses; tests/contract/boundary/text-forms.test.ts tests those.
names = strategies.text(strategies.characters(categories=["L", "N", "Zs"], exclude_characters="\u3164"), min_size=1, max_size=100)
visible = names.filter(lambda name: name.strip() != "" and any(letter.isalnum() for letter in name))
schemathesis.openapi.format("person-name", visible)
schemathesis.openapi.format("company-name", visible)


@schemathesis.hook
def filter_query(context, query):
    return is_range(query)


@schemathesis.hook
def filter_body(context, body):
    """Only approving a request needs no reason, and whether one is open is no matter of the schema."""
    if not isinstance(body, dict):
        return True
    if context.operation.path.endswith("/talent_access"):
        reason = body.get("reason")
        return isinstance(reason, str) and reason.strip() != ""
    return is_range(body)


def is_range(values):
    """No schema can say that the last day is not before the first."""
    first, last = (values.get(name, "") for name in ("from", "to")) if isinstance(values, dict) else ("", "")
    if not (isinstance(first, str) and isinstance(last, str)):
        return True
    return first == "" or last == "" or first <= last


@schemathesis.hook
def filter_case(context, case):
    """
    The formats of names have no checker, so that a name which is meant to be invalid may be valid. The same holds for an
    application without a message: the tool learns from an error of that field, which depends on the profile, that it is required.
    """
    body = case.body
    if "NEGATIVE" not in str(case.meta.generation.mode if case.meta else "").upper() or not isinstance(body, dict):
        return True
    if context.operation.path.endswith("/applications") and body.get("message", "") == "":
        return False
    name = body.get("name")
    return not (isinstance(name, str) and any(letter.isalnum() for letter in name))
