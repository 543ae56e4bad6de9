import { type HandlersOf, statement } from '@gatehouse/boundary';
import type { ScreeningQuestion } from '@gatehouse/contract';
import { IS_KNOWN, IS_VISIBLE } from '@gatehouse/hiring';
import { requireCurrency } from './filters.ts';
import { findBySearch, findNewest, isSearch } from './find-job-posts.ts';
import type { JobSearch } from './job-search.ts';
import { PUBLIC_COLUMNS, type PublicJobPostRow, presentPublicJobPost } from './public-job-post.ts';
import { findSitemap } from './sitemap.ts';

/** Also finds closed and expired posts, which are answered with 410. */
const FIND_PUBLIC_JOB_POST = statement<
  PublicJobPostRow & { readonly is_open: boolean; readonly questions: readonly ScreeningQuestion[] }
>(
  'find_public_job_post',
  `select ${PUBLIC_COLUMNS}, j.questions, 0::float8 as rank, ${IS_VISIBLE} as is_open
     from employer.job_posts j join employer.companies c on c.id = j.company_id
    where j.id = $1 and ${IS_KNOWN}`,
);

/** The handlers of the public catalogue. @param search runs every list that is a search. */
export function createPublicJobPostHandlers({
  search,
}: {
  search: JobSearch;
}): HandlersOf<'PublicJobPostService'> {
  return {
    'PublicJobPostService.ListPublicJobPosts': (context, input) => {
      requireCurrency(input);
      return isSearch(input)
        ? search.run(context, (reads) => findBySearch(reads, input))
        : findNewest(context.read, input, (count) => search.runIfPossible(context, count));
    },

    'PublicJobPostService.GetSitemap': (context) => search.run(context, findSitemap),

    'PublicJobPostService.GetPublicJobPost': async (context, input) => {
      const [row] = await context.read.query(FIND_PUBLIC_JOB_POST, [input.id]);
      if (row === undefined) return context.refuse('not_found');
      if (!row.is_open) return context.refuse('job_post_closed');
      return { ...presentPublicJobPost(row), questions: { items: row.questions } };
    },
  };
}
