"""What schemathesis cannot know of the document's own format."""

import base64
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


@schemathesis.serializer("application/pdf")
def pdf(context, value):
    """Any content between the header and the end of a PDF: no schema describes the rest."""
    content = getattr(value, "data", None)
    return b"%PDF-1.7\n" + (content if isinstance(content, bytes) else str(value).encode()) + b"\n%%EOF\n"


# One grey pixel.
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg=="
)


@schemathesis.serializer("application/octet-stream")
def image(context, value):
    """An image with any content behind it, which is not kept: no schema describes the rest."""
    content = getattr(value, "data", None)
    return PNG + (content if isinstance(content, bytes) else str(value).encode())


LANGUAGES = ["de", "en", "es", "fr", "it", "nl", "pl", "pt", "sv", "uk"]


@schemathesis.hook
def map_case(context, case):
    """
    No schema says which codes exist, that pay has a minimum or a maximum, a currency and a period, in order, and that a search
    which compares pay names its currency, or that no two questions have the same text: terms and searches that match the document become acceptable ones.
    Nor does one say that the times of an interview are future ones and that its zone exists, or that who hides a job post states why,
    and that the periods of a work history are over and in order, and its keys are distinct.
    """
    if is_negative(case):
        return case
    query = case.query if isinstance(case.query, dict) else {}
    if ("minimum_pay" in query or query.get("order") == "pay") and "currency" not in query:
        case.query = {**query, "currency": "EUR"}
    search = case.body.get("search") if isinstance(case.body, dict) else None
    if isinstance(search, dict) and "currency" not in search:
        case.body = {**case.body, "search": {**search, "currency": "EUR"}}
    if isinstance(case.body, dict) and isinstance(case.body.get("starts"), list):
        starts = [f"2999-01-{day + 1:02}T09:00:00Z" for day in range(len(case.body["starts"]))]
        case.body = {**case.body, "starts": starts, "time_zone": "Europe/Berlin"}
    if isinstance(case.body, dict) and case.body.get("visibility") == "hidden":
        case.body = {**case.body, "owner_reason": case.body.get("owner_reason", "").strip() or "Spam"}
    questions = case.body.get("questions") if isinstance(case.body, dict) else None
    if isinstance(questions, dict):
        items = [{**item, "text": f"{at} {item['text']}"[:200]} for at, item in enumerate(questions.get("items", []))]
        case.body = {**case.body, "questions": {"items": items}}
    career = case.body.get("career") if isinstance(case.body, dict) else None
    if isinstance(career, dict):
        positions = [{**item, "key": at + 1, "from_month": "2001-01", "to_month": ""} for at, item in enumerate(career.get("positions", []))]
        education = [{**item, "key": at + 1, "from_year": "2001", "to_year": "2005"} for at, item in enumerate(career.get("education", []))]
        case.body = {**case.body, "career": {"positions": positions, "education": education}}
    if isinstance(case.body, dict) and case.body.get("country_code"):
        case.body = {**case.body, "country_code": "PT"}
    terms = case.body.get("terms") if isinstance(case.body, dict) else None
    if not isinstance(terms, dict):
        return case
    terms = {**terms, "languages": LANGUAGES[: len(terms.get("languages", []))]}
    if terms.get("expires_on"):
        terms["expires_on"] = "2999-12-31"
    if "pay" in terms:
        amounts = {"minimum": 20000.5, "maximum": 30000}
        named = [name for name in amounts if name in terms["pay"]] or ["minimum"]
        terms["pay"] = {"currency": "EUR", "period": terms["pay"].get("period", "year")} | {name: amounts[name] for name in named}
    case.body = {**case.body, "terms": terms}
    return case


def is_negative(case):
    return "NEGATIVE" in str(case.meta.generation.mode if case.meta else "").upper()


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


UPLOADS = ("/talent/cvs/current", "/employer/companies/current/logo")


@schemathesis.hook
def filter_case(context, case):
    """
    The formats of names have no checker, so that a name which is meant to be invalid may be valid. The same holds for an
    application without a message: the tool learns from an error of that field, which depends on the profile, that it is required.
    Every body of an upload is a document (`pdf`) or an image (`image`).
    """
    body = case.body
    if is_negative(case) and context.operation.method == "put" and context.operation.path.endswith(UPLOADS):
        return False
    if not is_negative(case) or not isinstance(body, dict):
        return True
    if context.operation.path.endswith("/applications") and body.get("message", "") == "":
        return False
    name = body.get("name")
    return not (isinstance(name, str) and any(letter.isalnum() for letter in name))
