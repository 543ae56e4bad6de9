-- A company that is disabled leaves the staff's queue until it is enabled, also a new one. docs/decisions/0040-moderation.md

-- In place of companies_to_review_idx, which pods of the release before use.
create index companies_waiting_for_review_idx on employer.companies (coalesce(unreviewed_since, created_at), id)
  where condition = 'active' and (review_state = 'pending' or unreviewed_since is not null);
