import { type HandlersOf, statement } from '@gatehouse/boundary';
import type { PublicCompany } from '@gatehouse/contract';
import { listJobPosts } from './job-posts/list-job-posts.ts';
import { IS_KNOWN, IS_VISIBLE, PUBLIC_COLUMNS, type PublicJobPostRow } from './job-posts/public-job-post.ts';

/** A company that has published nothing, or nothing but what staff hide, is not public. */
const FIND_PUBLIC_COMPANY = statement<PublicCompany>(
  'find_public_company',
  `select c.id, c.name, c.about, c.website
     from employer.companies c
    where c.id = $1 and exists (select from employer.job_posts j where j.company_id = c.id and ${IS_KNOWN})`,
  { indexes: ['companies_pkey', 'job_posts_company_id_id_idx'] },
);

/** A company publishes at most as many posts as its quota allows: they are sorted without an index. */
const LIST_JOB_POSTS = statement<PublicJobPostRow>(
  'list_public_job_posts_of_company',
  `select ${PUBLIC_COLUMNS}, 0::float8 as rank
     from employer.job_posts j join employer.companies c on c.id = j.company_id
    where j.company_id = $1 and ${IS_VISIBLE}
      and ($2::timestamptz is null or (j.published_at, j.id) < ($2, $3::uuid))
    order by j.published_at desc, j.id desc
    limit $4`,
  { indexes: ['job_posts_published_by_company_idx'] },
);

/** Companies as visitors see them. */
export const publicCompanyHandlers: HandlersOf<'PublicCompanyService'> = {
  'PublicCompanyService.GetPublicCompany': async (context, input) => {
    const [company] = await context.read.query(FIND_PUBLIC_COMPANY, [input.id]);
    return company ?? context.refuse('not_found');
  },

  'PublicCompanyService.ListPublicCompanyJobPosts': ({ read }, input) =>
    listJobPosts(input, (values) => read.query(LIST_JOB_POSTS, [input.company_id, ...values])),
};
