-- Counting what a company has published, for its quota: not over all that it has ever closed.
create index if not exists job_posts_published_by_company_idx on employer.job_posts (company_id) where state = 'published';
