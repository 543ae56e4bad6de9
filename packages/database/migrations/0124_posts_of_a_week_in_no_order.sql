-- The index of publications that the staff's weekly counts read had the order of the list of newest posts. PostgreSQL took it for that
-- list: it read all posts of one moment, and closed ones, and sorted them for each page. With nulls first it has the order of no list.

-- On a table with millions of rows, create it concurrently before the upgrade.
create index if not exists job_posts_of_week_idx on employer.job_posts (published_at nulls first) where state <> 'draft';
drop index if exists employer.job_posts_published_at_idx;
