-- Counting and listing the drafts of a company, for their quota: not among all that it has ever closed.
-- docs/decisions/0023-what-is-published-is-complete.md
create index if not exists job_posts_drafts_by_company_idx on employer.job_posts (company_id) where state = 'draft';

comment on column employer.job_posts.published_at is
  'when last published; stays when the post is closed, and when it is reopened within 30 days';
