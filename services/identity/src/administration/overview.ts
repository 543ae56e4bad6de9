import { type Handler, statement } from '@gatehouse/boundary';
import type { AdminOverview } from '@gatehouse/contract';

type Counts = Omit<AdminOverview, 'decisions' | 'days'>;

const COUNT = statement<Counts>(
  'count_for_admin_overview',
  `select (select count(*)::int from identity.users where talent_access_state = 'pending') as pending_user_count,
          (select count(*)::int from identity.users) as user_count,
          (select count(*)::int from employer.companies) as company_count,
          (select count(*)::int from employer.companies where condition = 'disabled') as disabled_company_count,
          (select count(*)::int from employer.job_posts where state = 'published') as published_job_post_count`,
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
  const [[counts], decisions, days] = await Promise.all([
    read.query(COUNT, []),
    read.query(LIST_DECISIONS, []),
    read.query(LIST_DAYS, []),
  ]);
  if (counts === undefined) throw new Error('the counts have no row');
  return { ...counts, decisions, days };
};
