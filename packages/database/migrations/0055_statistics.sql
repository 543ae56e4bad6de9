-- Statistics for the staff. docs/decisions/0041-statistics.md

-- Weeks that have ended, in UTC. Counted once: what they were counted from is deleted later.
create table identity.weekly_statistics (
  week                               date    constraint weekly_statistics_pkey primary key
                                             constraint weekly_statistics_week_check check (extract(isodow from week) = 1),
  published_job_post_count           integer not null,
  application_count                  integer not null,
  access_request_count               integer not null,
  access_decision_count              integer not null,
  access_median_hours                double precision,
  access_ninetieth_percentile_hours  double precision,
  company_request_count              integer not null,
  company_decision_count             integer not null,
  company_median_hours               double precision,
  company_ninetieth_percentile_hours double precision,
  report_count                       integer not null,
  closed_report_count                integer not null,
  report_median_hours                double precision,
  report_ninetieth_percentile_hours  double precision
);
comment on table identity.weekly_statistics is 'what happened in weeks that have ended: counts and times alone; rows do not change';
comment on column identity.weekly_statistics.week is 'its Monday; it ends with the Sunday, in UTC';
comment on column identity.weekly_statistics.access_median_hours is
  'from the request to the decision, of the decisions of the week; null: there was none';
comment on column identity.weekly_statistics.company_median_hours is 'as access_median_hours, from the creation of the company';
comment on column identity.weekly_statistics.report_median_hours is 'as access_median_hours, from the report to its end';

-- On a table with millions of rows, create it concurrently before the upgrade.
create index if not exists job_posts_published_at_idx on employer.job_posts (published_at) where state <> 'draft';

grant select, insert on identity.weekly_statistics to identity_service;
grant execute on function retention.first_id(timestamptz) to identity_service;
