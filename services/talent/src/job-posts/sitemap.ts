import { encodeCursor, type Queryable, statement, timestampKey } from '@gatehouse/boundary';
import type { Sitemap } from '@gatehouse/contract';
import { LAST_PUBLISHED } from './list-job-posts.ts';
import { FILTERED_POSTS, IS_OPEN } from './search-statements.ts';

/** Job posts of one file: twenty pages of the catalogue. */
const FILE_SIZE = 2000;

/** The post above each full file, oldest first. */
const FIND_BORDERS = statement<{ published_key: string; id: string }>(
  'find_borders_of_sitemap_files',
  `select ${timestampKey('p.published_at')} as published_key, p.id
     from (select f.published_at, f.job_post_id as id,
                  row_number() over (order by f.published_at, f.job_post_id) as number
             from ${FILTERED_POSTS} where ${IS_OPEN}) p
    where p.number > 1 and p.number % ${FILE_SIZE} = 1
    order by p.number`,
  { indexes: ['job_post_filters_newest_idx'] },
);

/** Reads short rows of the whole catalogue. */
export async function findSitemap(reads: Queryable): Promise<Sitemap> {
  const borders = await reads.query(FIND_BORDERS, []);
  return { cursors: [...borders.map((row) => encodeCursor(LAST_PUBLISHED.keyOf(row))), ''] };
}
