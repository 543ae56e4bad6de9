-- Feeds and the sitemap say when a post was last changed. RFC 4287, 4.2.15.

grant select (updated_at) on employer.job_posts to talent_service;
