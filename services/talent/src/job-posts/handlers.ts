import { type HandlersOf, onlyRow, type Page, statement } from '@gatehouse/boundary';
import type { ListPublicJobPostsResponse, PublicJobPost } from '@gatehouse/contract';
import type { JobSearch } from './job-search.ts';
import { listJobPosts } from './list-job-posts.ts';
import {
  IS_VISIBLE,
  PUBLIC_COLUMNS,
  type PublicJobPostRow,
  presentPublicJobPost,
} from './public-job-post.ts';
import { searchJobPosts } from './search-job-posts.ts';
import { COUNT_FILTERED, COUNT_NEWEST, LIST_FILTERED } from './search-statements.ts';

const LIST_NEWEST = statement<PublicJobPostRow>(
  'list_newest_public_job_posts',
  `select ${PUBLIC_COLUMNS}, 0::float8 as rank
     from employer.job_posts j join employer.companies c on c.id = j.company_id
    where ${IS_VISIBLE} and ($1::timestamptz is null or (j.published_at, j.id) < ($1, $2::uuid))
    order by j.published_at desc, j.id desc
    limit $3`,
  { indexes: ['job_posts_published_at_id_idx'] },
);

/** Finds closed and expired posts, too: they are answered with 410. No draft, and no post of a disabled company. */
const FIND_PUBLIC_JOB_POST = statement<PublicJobPostRow & { readonly is_open: boolean }>(
  'find_public_job_post',
  `select ${PUBLIC_COLUMNS}, 0::float8 as rank, ${IS_VISIBLE} as is_open
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
      const { location, kind } = filters;
      const query = input.query.trim();
      if (query !== '') {
        return search.run(context, (reads) => searchJobPosts(reads, { ...input, ...filters, query }));
      }
      if (location === '' && kind === null) {
        return counted(input, {
          list: listJobPosts(input, (values) => context.read.query(LIST_NEWEST, values)),
          count: (limit) => context.read.query(COUNT_NEWEST, [limit]),
        });
      }
      return search.run(context, (reads) =>
        counted(input, {
          list: listJobPosts(input, (values) => reads.query(LIST_FILTERED, [location, kind, ...values])),
          count: (limit) => reads.query(COUNT_FILTERED, [location, kind, limit]),
        }),
      );
    },

    'PublicJobPostService.GetPublicJobPost': async (context, input) => {
      const [row] = await context.read.query(FIND_PUBLIC_JOB_POST, [input.id]);
      if (row === undefined) return context.refuse('not_found');
      return row.is_open ? presentPublicJobPost(row) : context.refuse('job_post_closed');
    },
  };
}

/** A page with the number of all matches, when it is asked for. */
async function counted(
  { count_to = 0 }: { readonly count_to?: number },
  read: {
    readonly list: Promise<Page<PublicJobPost>>;
    readonly count: (limit: number) => Promise<readonly { readonly count: number }[]>;
  },
): Promise<ListPublicJobPostsResponse> {
  const page = await read.list;
  if (count_to === 0) return page;
  return { ...page, match_count: onlyRow(await read.count(count_to), 'the count').count };
}
