import type { Queryable } from '@gatehouse/boundary';
import type { ListPublicJobPostsRequest } from '@gatehouse/contract';
import { expect, jest, test } from '@jest/globals';
import { listFiltered, listNewest, type RunCounts } from './list-catalogue.ts';
import type { Totals } from './option-counts.ts';

/** Reads that find no post, and `matches` when they count; the names of the statements in their order. */
function readsThatCount(matches: number) {
  const names: string[] = [];
  const totals: Totals = {
    match_count: matches,
    matches_read: matches,
    excluded_read: 0,
    option_counts: null,
  };
  const reads: Queryable = {
    query: async (statement) => {
      names.push(statement.name);
      return statement.name.startsWith('count_') ? [totals as never] : [];
    },
  };
  return { names, reads };
}
const asked = (input: Partial<ListPublicJobPostsRequest> = {}, kind?: 'contract') => ({
  input: { query: '', location: '', cursor: '', limit: 20, ...input },
  filters: { location: '', ...(kind === undefined ? {} : { kind }) },
});
const [NEWEST, FILTERED, COUNT] = [
  'list_newest_public_job_posts',
  'list_filtered_public_job_posts',
  'count_filtered_public_job_posts',
];
const run: RunCounts = (counts) => counts(readsThatCount(3).reads);

test.each([0, undefined])(
  'F8: the newest posts alone take one statement, and no search (count_to %s)',
  async (count_to) => {
    const { names, reads } = readsThatCount(3);
    const count = jest.fn(run);
    await listNewest(reads, asked(count_to === undefined ? {} : { count_to }), count as RunCounts);
    expect(names).toEqual([NEWEST]);
    expect(count).not.toHaveBeenCalled();
  },
);

test('F8: options of the newest posts are counted apart, once, and where that is not possible, only the posts are', async () => {
  for (const [isPossible, expected] of [
    [true, [NEWEST]],
    [false, [NEWEST, COUNT]],
  ] as const) {
    const { names, reads } = readsThatCount(3);
    const count: RunCounts = (counts) => (isPossible ? run(counts) : Promise.resolve(null));
    const page = await listNewest(reads, asked({ count_options: true, count_to: 50 }), count);
    expect(names).toEqual(expected);
    expect(page.match_count).toBe(3);
  }
});

test.each([
  ['nothing', {}, 3, [FILTERED]],
  ['no posts', { count_to: 0 }, 3, [FILTERED]],
  ['posts', { count_to: 50 }, 3, [COUNT, FILTERED]],
  ['options', { count_options: true }, 3, [COUNT, FILTERED]],
  // To find nothing reads all of the index.
  ['posts that there are not', { count_to: 50 }, 0, [COUNT]],
])('F8: a filtered list that counts %s runs what it needs', async (_name, input, matches, expected) => {
  const { names, reads } = readsThatCount(matches);
  await listFiltered(reads, asked(input, 'contract'));
  expect(names).toEqual(expected);
});
