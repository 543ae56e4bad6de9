"""What schemathesis cannot know of the document's own format."""

import schemathesis
from hypothesis import strategies

# Only an earlier page gives a cursor; the empty one asks for the first page. Garbled ones are tried by the negative cases.
schemathesis.openapi.format("cursor", strategies.just(""))
