import { type HandlersOf, readPage, statement } from '@gatehouse/boundary';
import type { JobSearch } from './job-search.ts';
import {
  IS_VISIBLE,
  PUBLIC_COLUMNS,
  type PublicJobPostRow,
  presentPublicJobPost,
} from './public-job-post.ts';
import { LIST_FILTERED, SEARCH } from './search-statements.ts';

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
      const query = input.query.trim();
      const location = input.location.trim();
      const kind = input.kind ?? null;
      const find = (key: string | null, id: string | null, count: number) => {
        if (query !== '') return search.run(context, SEARCH, [location, kind, key, id, count, query]);
        if (location === '' && kind === null) return context.read.query(LIST_NEWEST, [key, id, count]);
        return search.run(context, LIST_FILTERED, [location, kind, key, id, count]);
      };
      return readPage(input, {
        key: [query === '' ? 'timestamp' : 'number', 'uuid'],
        find: ([key, id], count) => find(key, id, count),
        present: presentPublicJobPost,
        keyOf: (row) => [query === '' ? row.published_key : row.rank, row.id],
      });
    },

    'PublicJobPostService.GetPublicJobPost': async (context, input) => {
      const [row] = await context.read.query(FIND_PUBLIC_JOB_POST, [input.id]);
      if (row === undefined) return context.refuse('not_found');
      return row.state === 'closed' ? context.refuse('job_post_closed') : presentPublicJobPost(row);
    },
  };
}
