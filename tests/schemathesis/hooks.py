"""What schemathesis cannot know of the document's own format."""

import schemathesis
from hypothesis import strategies

# Only an earlier page returns a cursor; an empty one requests the first page. The negative cases send invalid ones.
schemathesis.openapi.format("cursor", strategies.just(""))

# Names reject links and email addresses; tests/contract/boundary/text-forms.test.ts tests those.
names = strategies.text(strategies.characters(categories=["L", "N", "Zs"], exclude_characters="\u3164"), min_size=1, max_size=100)
visible = names.filter(lambda name: name.strip() != "" and any(letter.isalnum() for letter in name))
schemathesis.openapi.format("person-name", visible)
schemathesis.openapi.format("company-name", visible)
