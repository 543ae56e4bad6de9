import { type Handler, onlyRow, statement } from '@gatehouse/boundary';
import type { ApplicationStage, CompanyOverview } from '@gatehouse/contract';
import { PUBLISHED_AS } from '../job-posts/published-as.ts';
import { type CompanyRow, presentReview } from './company.ts';

type CountedPosts = Record<'all_states' | 'draft' | 'published' | 'expired' | 'hidden', number>;

/** Of the closed posts, of which there may be thousands, only the index is read (G6). */
const COUNT_JOB_POSTS = statement<CountedPosts>(
  'count_job_posts_by_state',
  `select (select count(*)::int from employer.job_posts where company_id = $1) as all_states,
          (select count(*)::int from employer.job_posts where company_id = $1 and state = 'draft') as draft,
          count(*)::int as published,
          (count(*) filter (where ${PUBLISHED_AS} = 'expired'))::int as expired,
          (count(*) filter (where ${PUBLISHED_AS} = 'hidden'))::int as hidden
     from employer.job_posts
    where company_id = $1 and state = 'published'`,
  {
    indexes: [
      'job_posts_company_id_id_idx',
      'job_posts_drafts_by_company_idx',
      'job_posts_published_by_company_idx',
    ],
  },
);

const COUNT_APPLICATIONS = statement<CompanyOverview['applications'][number]>(
  'count_applications_by_stage',
  `select stage, count(*)::int as count from talent.applications
    where company_id = $1 and withdrawn_at is null
    group by stage`,
  { indexes: ['applications_company_id_stage_id_idx'] },
);

const THIS_WEEK = "date_trunc('week', now(), 'UTC')";

const COUNT_WEEKS = statement<CompanyOverview['weeks'][number]>(
  'count_applications_by_week',
  `select to_char(week at time zone 'UTC', 'YYYY-MM-DD') as week, coalesce(made.count, 0) as count
     from generate_series(${THIS_WEEK} - interval '11 weeks', ${THIS_WEEK}, interval '1 week') as week
     left join (
       select date_trunc('week', a.created_at, 'UTC') as of_week, count(*)::int as count
         from talent.applications a
        where a.company_id = $1 and a.withdrawn_at is null and a.created_at >= ${THIS_WEEK} - interval '11 weeks'
        group by of_week
     ) made on made.of_week = week
    order by week`,
  { indexes: ['applications_company_id_created_at_idx'] },
);

const LIST_WAITING = statement<CompanyOverview['waiting'][number]>(
  'list_waiting_job_posts',
  `select a.job_post_id, j.title, count(*)::int as count
     from talent.applications a join employer.job_posts j on j.id = a.job_post_id
    where a.company_id = $1 and a.withdrawn_at is null and a.stage = 'submitted'
    group by a.job_post_id, j.title
    order by count desc, a.job_post_id desc
    limit 5`,
  { indexes: ['applications_company_id_stage_id_idx'] },
);

const FIND_REVIEW = statement<Pick<CompanyRow, 'review_state' | 'review_reason'>>(
  'find_review_of_company',
  'select c.review_state, c.review_reason from employer.companies c where c.id = $1',
);

const STAGES: readonly ApplicationStage[] = ['submitted', 'in_review', 'interview', 'offer', 'rejected'];

/** What needs the members' attention, and the number of applications in the last weeks. */
export const getCurrentCompanyOverview: Handler<'CompanyService.GetCurrentCompanyOverview'> = async ({
  read,
  org_company,
}) => {
  const [posts, applications, weeks, waiting, reviews] = await Promise.all([
    read.query(COUNT_JOB_POSTS, [org_company.id]),
    read.query(COUNT_APPLICATIONS, [org_company.id]),
    read.query(COUNT_WEEKS, [org_company.id]),
    read.query(LIST_WAITING, [org_company.id]),
    read.query(FIND_REVIEW, [org_company.id]),
  ]);
  const { all_states, draft, published, expired, hidden } = onlyRow(posts, 'the counts of job posts');
  return {
    job_posts: [
      { state: 'draft', count: draft },
      { state: 'published', count: published },
      { state: 'closed', count: all_states - draft - published },
    ],
    applications: STAGES.map((stage) => ({
      stage,
      count: applications.find((row) => row.stage === stage)?.count ?? 0,
    })),
    weeks,
    waiting,
    expired_job_posts: expired,
    hidden_job_posts: hidden,
    ...presentReview(onlyRow(reviews, "the caller's company")),
  };
};
