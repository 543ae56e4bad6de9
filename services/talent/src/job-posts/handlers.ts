import { type HandlersOf, readPage, statement } from '@gatehouse/boundary';
import type { ListPublicJobPostsResponse } from '@gatehouse/contract';
import type { JobSearch } from './job-search.ts';
import {
  IS_VISIBLE,
  PUBLIC_COLUMNS,
  type PublicJobPostRow,
  presentPublicJobPost,
} from './public-job-post.ts';
import { searchJobPosts } from './search-job-posts.ts';
import { LIST_FILTERED } from './search-statements.ts';

const LIST_NEWEST = statement<PublicJobPostRow>(
  'list_newest_public_job_posts',
  `select ${PUBLIC_COLUMNS}, 0::float8 as rank
     from employer.job_posts j join employer.companies c on c.id = j.company_id
    where ${IS_VISIBLE} and ($1::timestamptz is null or (j.published_at, j.id) < ($1, $2::uuid))
    order by j.published_at desc, j.id desc
    limit $3`,
  { indexes: ['job_posts_published_at_id_idx'] },
);

/** Finds closed posts, too: they are answered with 410. No draft, and no post of a disabled company. */
const FIND_PUBLIC_JOB_POST = statement<PublicJobPostRow & { readonly state: 'published' | 'closed' }>(
  'find_public_job_post',
  `select ${PUBLIC_COLUMNS}, 0::float8 as rank, j.state
     from employer.job_posts j join employer.companies c on c.id = j.company_id
    where j.id = $1 and j.state <> 'draft' and c.condition = 'active'`,
);

/** The public catalogue. @param search runs every list that is not just the newest posts. */
export function createPublicJobPostHandlers({
  search,
}: {
  search: JobSearch;
}): HandlersOf<'PublicJobPostService'> {
  return {
    'PublicJobPostService.ListPublicJobPosts': (context, input) => {
      const filters = { location: input.location.trim(), kind: input.kind ?? null };
      const query = input.query.trim();
      if (query !== '') {
        return search.run(context, (reads) => searchJobPosts(reads, { ...input, ...filters, query }));
      }
      if (filters.location === '' && filters.kind === null) {
        return listJobPosts(input, (values) => context.read.query(LIST_NEWEST, values));
      }
      return search.run(context, (reads) =>
        listJobPosts(input, (values) =>
          reads.query(LIST_FILTERED, [filters.location, filters.kind, ...values]),
        ),
      );
    },

    'PublicJobPostService.GetPublicJobPost': async (context, input) => {
      const [row] = await context.read.query(FIND_PUBLIC_JOB_POST, [input.id]);
      if (row === undefined) return context.refuse('not_found');
      return row.state === 'closed' ? context.refuse('job_post_closed') : presentPublicJobPost(row);
    },
  };
}

/** A page of posts in the order of their publication. */
function listJobPosts(
  request: { readonly cursor: string; readonly limit: number },
  find: (after: readonly unknown[]) => Promise<readonly PublicJobPostRow[]>,
): Promise<ListPublicJobPostsResponse> {
  return readPage(request, {
    key: ['timestamp', 'uuid'],
    find: ([publishedAt, id], count) => find([publishedAt, id, count]),
    present: presentPublicJobPost,
    keyOf: (row) => [row.published_key, row.id],
  });
}
