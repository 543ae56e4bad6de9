/** What is counted of one week, as columns of `identity.weekly_statistics`. */
export interface WeekCounts {
  readonly published_job_post_count: number;
  readonly application_count: number;
  readonly access_request_count: number;
  readonly access_decision_count: number;
  /** Null: no decision in the week, or none whose request is known. */
  readonly access_median_hours: number | null;
  readonly access_ninetieth_percentile_hours: number | null;
  readonly company_request_count: number;
  readonly company_decision_count: number;
  readonly company_median_hours: number | null;
  readonly company_ninetieth_percentile_hours: number | null;
  readonly report_count: number;
  readonly closed_report_count: number;
  readonly report_median_hours: number | null;
  readonly report_ninetieth_percentile_hours: number | null;
}

/** The columns, in the order of `weekCounts`. */
export const WEEK_COLUMNS = `published_job_post_count, application_count, access_request_count, access_decision_count,
  access_median_hours, access_ninetieth_percentile_hours, company_request_count, company_decision_count,
  company_median_hours, company_ninetieth_percentile_hours, report_count, closed_report_count, report_median_hours,
  report_ninetieth_percentile_hours`;

/** The Monday of the current week, in UTC. */
export const CURRENT_WEEK = "date_trunc('week', now() at time zone 'UTC')::date";

/** Count, median and 90th percentile of rows with `hours`, rounded to half a minute. */
const timesOf = (rows: string) => `
  (select t.count, round(t.hours[1]::numeric, 2)::float8 as median, round(t.hours[2]::numeric, 2)::float8 as ninetieth
     from (select count(*)::int as count, percentile_cont(array[0.5, 0.9]) within group (order by r.hours) as hours
             from (${rows}) r) t)`;

/** Null: the beginning is not known, such as where retention has deleted the request. `greatest` would make that nothing. */
const hoursBetween = (from: string, until: string) =>
  `case when ${from} is not null then greatest(extract(epoch from ${until} - ${from})::float8 / 3600, 0) end`;

/** Events of one action in the week: ids are UUIDv7, so the index of the action finds the week. */
const eventsOf = (action: string) =>
  `identity.audit_events e where e.action = '${action}' and e.id >= b.first_id and e.id < b.end_id`;

const DECISION = "e.change like 'pending → %'";

/**
 * The Mondays `week` of a row source `w`, each with its counts, from the rows of that week alone. Counted from the audit trail,
 * where it has what is counted: its events outlive deleted accounts and withdrawn applications.
 */
export const weekCounts = (weeks: string) => `
  select w.week, posts.count as published_job_post_count, applications.count as application_count,
         asked.count as access_request_count, access.count as access_decision_count,
         access.median as access_median_hours, access.ninetieth as access_ninetieth_percentile_hours,
         companies.count as company_request_count, reviews.count as company_decision_count,
         reviews.median as company_median_hours, reviews.ninetieth as company_ninetieth_percentile_hours,
         reports.count as report_count, closed.count as closed_report_count,
         closed.median as report_median_hours, closed.ninetieth as report_ninetieth_percentile_hours
    from ${weeks} as w (week)
   cross join lateral (
     select w.week::timestamp at time zone 'UTC' as from_at, (w.week + 7)::timestamp at time zone 'UTC' as end_at,
            retention.first_id(w.week::timestamp at time zone 'UTC') as first_id,
            retention.first_id((w.week + 7)::timestamp at time zone 'UTC') as end_id) b
   cross join lateral (
     select count(*)::int as count from employer.moderated_job_posts j
      where j.published_at >= b.from_at and j.published_at < b.end_at) posts
   cross join lateral (select count(*)::int as count from ${eventsOf('application.created')}) applications
   cross join lateral (select count(*)::int as count from ${eventsOf('talent_access.requested')}) asked
   cross join lateral ${timesOf(
     `select ${hoursBetween('request.at', 'e.at')} as hours
        from (select e.id, e.at, e.subject_id from ${eventsOf('talent_access.changed')} and ${DECISION}) e
        left join lateral (
          select r.at from identity.audit_events r
           where r.subject_id = e.subject_id and r.id < e.id
             and r.action in ('talent_access.requested', 'talent_access.changed') and r.change like '% → pending'
           order by r.id desc limit 1) request on true`,
   )} access
   cross join lateral (
     select count(*)::int as count from employer.companies c
      where c.id >= b.first_id and c.id < b.end_id
        and (c.review_state = 'pending' or exists (
              select from identity.audit_events e
               where e.subject_id = c.id and e.action = 'company.reviewed' and ${DECISION}))) companies
   cross join lateral ${timesOf(
     `select ${hoursBetween('c.created_at', 'e.at')} as hours
        from (select e.at, e.subject_id from ${eventsOf('company.reviewed')} and ${DECISION}) e
        join employer.companies c on c.id = e.subject_id`,
   )} reviews
   cross join lateral (
     select count(*)::int as count from identity.abuse_reports r where r.id >= b.first_id and r.id < b.end_id) reports
   cross join lateral ${timesOf(
     `select ${hoursBetween('r.created_at', 'r.closed_at')} as hours
        from identity.abuse_reports r where r.closed_at >= b.from_at and r.closed_at < b.end_at`,
   )} closed`;

/** The indexes by which the counts find a week. */
export const WEEK_INDEXES = [
  'job_posts_of_week_idx',
  'audit_events_action_idx',
  'audit_events_decision_idx',
  'companies_pkey',
  'abuse_reports_pkey',
  'abuse_reports_closed_at_idx',
] as const;
