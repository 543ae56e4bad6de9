-- The staff's list of all published job posts: PostgreSQL cannot read a page of a view with a security barrier in the order of an
-- index, so the list read and sorted all of them. These keys say which posts a page has; its rows come from the barrier, by their ids.

-- No security barrier: these rows are published, and there is no text in them.
create view employer.published_job_post_keys as
  select j.id, j.company_id, j.state, j.published_at, j.expires_on, j.hidden_at
    from employer.job_posts j where j.state = 'published';
comment on view employer.published_job_post_keys is 'Which posts are published, and when: for lists of them in an order';
grant select on employer.published_job_post_keys to identity_service;

-- The companies whose posts staff keep back.
create index if not exists companies_closed_idx on employer.companies (id)
  where condition = 'disabled' or review_state <> 'approved';
