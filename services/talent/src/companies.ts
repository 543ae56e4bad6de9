import { type HandlersOf, statement } from '@gatehouse/boundary';
import type { PublicCompany } from '@gatehouse/contract';
import { IS_KNOWN, IS_VISIBLE } from '@gatehouse/hiring';
import { LAST_PUBLISHED, listJobPosts } from './job-posts/list-job-posts.ts';
import { LISTED_COLUMNS, type PublicJobPostRow } from './job-posts/public-job-post.ts';

/** A company that has published nothing, or nothing but what staff hide, is not public. */
const IS_PUBLIC = `exists (select from employer.job_posts j where j.company_id = c.id and ${IS_KNOWN})`;

const FIND_PUBLIC_COMPANY = statement<PublicCompany & { readonly logo: string }>(
  'find_public_company',
  `select c.id, c.name, c.about, c.website, c.logo_hash as logo
     from employer.companies c
    where c.id = $1 and ${IS_PUBLIC}`,
  { indexes: ['companies_pkey', 'job_posts_company_id_id_idx'] },
);

const FIND_PUBLIC_LOGO = statement<{ image: Uint8Array }>(
  'find_public_company_logo',
  `select l.image
     from employer.company_logos l join employer.companies c on c.id = l.company_id
    where l.company_id = $1 and l.hash = $2 and ${IS_PUBLIC}`,
  { indexes: ['company_logos_pkey', 'companies_pkey', 'job_posts_company_id_id_idx'] },
);

/**
 * A company publishes at most as many posts as its quota allows: they are sorted without an index, before their texts are read, so
 * that no more of them are read than the page has.
 */
const LIST_JOB_POSTS = statement<PublicJobPostRow>(
  'list_public_job_posts_of_company',
  `with page as materialized (
     select j.id
       from employer.job_posts j join employer.companies c on c.id = j.company_id
      where j.company_id = $1 and ${IS_VISIBLE}
        and ${LAST_PUBLISHED.after(2)}
      ${LAST_PUBLISHED.orderBy}
      limit $4
   )
   select ${LISTED_COLUMNS}, 0::float8 as rank
     from page join employer.job_posts j on j.id = page.id join employer.companies c on c.id = j.company_id
    ${LAST_PUBLISHED.orderBy}`,
  { indexes: ['job_posts_published_by_company_idx', 'job_posts_pkey'] },
);

/** Companies as visitors see them. */
export const publicCompanyHandlers: HandlersOf<'PublicCompanyService'> = {
  'PublicCompanyService.GetPublicCompany': async (context, input) => {
    const [company] = await context.read.query(FIND_PUBLIC_COMPANY, [input.id]);
    if (company === undefined) return context.refuse('not_found');
    const { logo, ...rest } = company;
    return logo === '' ? rest : { ...rest, logo };
  },

  'PublicCompanyService.GetPublicCompanyLogo': async (context, { company_id, hash }) => {
    const [row] = await context.read.query(FIND_PUBLIC_LOGO, [company_id, hash]);
    return row === undefined ? context.refuse('not_found') : { bytes: row.image };
  },

  'PublicCompanyService.ListPublicCompanyJobPosts': ({ read }, input) =>
    listJobPosts(input, (values) => read.query(LIST_JOB_POSTS, [input.company_id, ...values])),
};
