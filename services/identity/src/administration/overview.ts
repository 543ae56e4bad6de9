import { type Handler, onlyRow, statement } from '@gatehouse/boundary';
import type { AdminOverview } from '@gatehouse/contract';
import { IS_VISIBLE } from '@gatehouse/hiring';
import { waitsForReview } from '../moderation/company-queue.ts';
import { IS_KEPT_BACK } from '../moderation/job-post-row.ts';

interface Counts extends Omit<AdminOverview, 'decisions' | 'days' | 'oldest_request_at'> {
  readonly oldest_request_at: Date | null;
}

const COUNT = statement<Counts>(
  'count_for_admin_overview',
  `select *
     from (select count(*) filter (where u.talent_access_state = 'pending')::int as pending_user_count,
                  count(*) filter (where u.talent_access_state = 'active')::int as active_user_count,
                  count(*) filter (where u.talent_access_state = 'suspended')::int as suspended_user_count,
                  count(*)::int as user_count,
                  min(u.access_requested_at) filter (where u.talent_access_state = 'pending') as oldest_request_at
             from identity.users u) users,
          (select count(*)::int as company_count,
                  count(*) filter (where c.condition = 'disabled')::int as disabled_company_count,
                  count(*) filter (where ${waitsForReview('c')})::int as pending_company_count
             from employer.companies c) companies,
          (select count(*) filter (where ${IS_VISIBLE})::int as published_job_post_count,
                  count(*) filter (where ${IS_KEPT_BACK})::int as hidden_job_post_count
             from employer.moderated_job_posts j join employer.companies c on c.id = j.company_id
            where j.state = 'published') job_posts,
          (select count(distinct r.subject_id)::int as reported_subject_count
             from identity.abuse_reports r
             join employer.companies c on c.id = r.company_id and c.condition = 'active'
            where r.closed_at is null) reports`,
);

/** Today and the six days before it, in UTC. */
const SINCE = "date_trunc('day', now(), 'UTC') - interval '6 days'";

const LIST_DECISIONS = statement<{ decision: string; count: number }>(
  'list_access_decisions',
  `select decision, sum(count)::int as count from identity.access_decision_counts
    where hour >= ${SINCE}
    group by decision
    order by count desc, decision`,
  { indexes: ['access_decision_counts_pkey'] },
);

const LIST_DAYS = statement<AdminOverview['days'][number]>(
  'list_access_decision_days',
  `select to_char(day at time zone 'UTC', 'YYYY-MM-DD') as day,
          coalesce(sum(c.count) filter (where c.decision = 'allowed'), 0)::int as allowed_count,
          coalesce(sum(c.count) filter (where c.decision <> 'allowed'), 0)::int as refused_count
     from generate_series(${SINCE}, now(), interval '1 day') as day
     left join identity.access_decision_counts c on c.hour >= day and c.hour < day + interval '1 day'
    group by day
    order by day`,
  { indexes: ['access_decision_counts_pkey'] },
);

/** What needs the staff's attention, and the boundary's decisions of the last seven days. */
export const getAdminOverview: Handler<'AdministrationService.GetAdminOverview'> = async ({ read }) => {
  const [counts, decisions, days] = await Promise.all([
    read.query(COUNT, []),
    read.query(LIST_DECISIONS, []),
    read.query(LIST_DAYS, []),
  ]);
  const { oldest_request_at, ...rest } = onlyRow(counts, 'the counts');
  const oldest = oldest_request_at === null ? {} : { oldest_request_at: oldest_request_at.toISOString() };
  return { ...rest, ...oldest, decisions, days };
};
