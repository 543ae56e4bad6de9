"""What schemathesis cannot know of the document's own format."""

import schemathesis
from hypothesis import strategies

# Only an earlier page gives a cursor; the empty one asks for the first page. Garbled ones are tried by the negative cases.
schemathesis.openapi.format("cursor", strategies.just(""))

# Names refuse links and e-mail addresses; tests/contract/boundary/text-forms.test.ts tries those.
names = strategies.text(strategies.characters(categories=["L", "N", "Zs"], exclude_characters="\u3164"), min_size=1, max_size=100)
visible = names.filter(lambda name: name.strip() != "" and any(letter.isalnum() for letter in name))
schemathesis.openapi.format("person-name", visible)
schemathesis.openapi.format("company-name", visible)
