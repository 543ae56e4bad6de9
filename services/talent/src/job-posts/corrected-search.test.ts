import type { Queryable } from '@gatehouse/boundary';
import type { ListPublicJobPostsResponse, PublicJobPost } from '@gatehouse/contract';
import { expect, test } from '@jest/globals';
import { findCorrected, type Search } from './corrected-search.ts';

/** Posts name Leeds and Remove, and none Leedz. */
const ROWS: Readonly<Record<string, (value: string) => readonly object[]>> = {
  find_similar_places: (asked) => [{ asked, plain: asked, word: asked === 'remote' ? 'remove' : 'leeds' }],
  find_similar_search_words: () => [],
  find_public_search_words: () => [{ word: 'leeds' }, { word: 'remove' }],
  find_words_of_place: (place) => [{ is_known: /^leed?$/i.test(place) }],
};

function start(locationsWithPosts: readonly string[]) {
  const read: string[] = [];
  const searched: string[] = [];
  const query = async ({ name }: { name: string }, [value]: readonly unknown[]) => {
    read.push(name);
    return ROWS[name]?.(String(value)) ?? [];
  };
  const find = async ({ filters: { location } }: Search): Promise<ListPublicJobPostsResponse> => {
    searched.push(location);
    const items = locationsWithPosts.includes(location) ? [{ location } as PublicJobPost] : [];
    return { items, next_cursor: '', filter_counts: [] };
  };
  const search = (location: string, cursor = '') =>
    findCorrected(
      { query } as unknown as Queryable,
      { query: '', location, cursor, limit: 20, filters: { location } },
      find,
    );
  return { read, searched, search };
}

test('F8: a place that no post names is searched as it was meant, and not as it was written', async () => {
  const { search, searched } = start(['Leeds']);
  expect(await search('leedz')).toMatchObject({
    items: [{ location: 'Leeds' }],
    corrected_location: 'Leeds',
  });
  expect(searched).toEqual(['Leeds']);
});

test('F8: without a post in the place that was meant, the search is answered as it was written', async () => {
  const { search, searched } = start([]);
  const page = await search('leedz');
  expect(page.items).toEqual([]);
  expect(page).not.toHaveProperty('corrected_location');
  expect(searched).toEqual(['Leeds', 'leedz']);
});

test('U3: a place that some post may name is searched as it was written first', async () => {
  const { search, searched } = start(['leed', 'Leeds']);
  expect(await search('leed')).toMatchObject({ items: [{ location: 'leed' }] });
  expect(searched).toEqual(['leed']);
  const meant = start(['Leeds']);
  expect(await meant.search('leed')).toMatchObject({ corrected_location: 'Leeds' });
  expect(meant.searched).toEqual(['leed', 'Leeds']);
});

test.each(['leeds', ''])(
  'U3: the place “%s” has nothing to correct, so no post is looked up for it',
  async (place) => {
    const { read, search, searched } = start([place]);
    await search(place);
    expect(searched).toEqual([place]);
    expect(read).not.toContain('find_words_of_place');
  },
);

test('U3: “remote” is no place that a post must name', async () => {
  const { read, search, searched } = start(['Remote']);
  await search('Remote');
  expect(searched).toEqual(['Remote']);
  expect(read).not.toContain('find_words_of_place');
});

test('U3: later pages are searched as the first one, without another look', async () => {
  const { read, search, searched } = start([]);
  await search('leedz', 'position');
  expect([searched, read]).toEqual([['leedz'], []]);
});
