import { describe, expect, test } from '@jest/globals';
import { type CacheablePage, PageCache } from './page-cache.ts';

interface Page extends CacheablePage {
  readonly text: string;
}

function setUp(limits: Partial<ConstructorParameters<typeof PageCache>[0]> = {}) {
  let now = 1000;
  const cache = new PageCache<Page>(
    { maxAgeMillis: 5000, maxPages: 3, maxBytes: 100, maxPageBytes: 60, ...limits },
    () => now,
  );
  let made = 0;
  const make =
    (page: Partial<Page> = {}) =>
    async (): Promise<Page> => {
      made += 1;
      return { text: `page ${made}`, bytes: 10, reusableMillis: 30_000, ...page };
    };
  const text = async (key: string, page: Partial<Page> = {}) => (await cache.get(key, make(page)).page)?.text;
  return {
    cache,
    text,
    pass: (millis: number) => {
      now += millis;
    },
  };
}

describe('the cache of public pages', () => {
  test('a page is rendered once within its time, and again afterwards', async () => {
    const { text, pass } = setUp();
    expect(await text('/')).toBe('page 1');
    pass(5000);
    expect(await text('/')).toBe('page 1');
    // Reading it does not extend its time.
    pass(1);
    expect(await text('/')).toBe('page 2');
    expect(await text('/jobs')).toBe('page 3');
  });

  test('a page that allows less time is kept for less time', async () => {
    const { text, pass } = setUp();
    expect(await text('/', { reusableMillis: 1000 })).toBe('page 1');
    pass(1000);
    expect(await text('/')).toBe('page 1');
    pass(1);
    expect(await text('/')).toBe('page 2');
  });

  test('its age counts from the start of its rendering', async () => {
    const { cache, pass } = setUp();
    const { promise, resolve } = Promise.withResolvers<Page>();
    expect(cache.get('/', () => promise).ageMillis).toBeNull();
    pass(3000);
    resolve({ text: 'slow', bytes: 1, reusableMillis: 30_000 });
    await promise;
    expect(cache.get('/', () => Promise.reject(new Error('rendered twice'))).ageMillis).toBe(3000);
  });

  test('concurrent requests share one rendering', async () => {
    const { cache } = setUp();
    const { promise, resolve } = Promise.withResolvers<Page>();
    const first = cache.get('/', () => promise);
    const second = cache.get('/', () => Promise.reject(new Error('rendered twice')));
    const page = { text: 'one', bytes: 1, reusableMillis: 30_000 };
    resolve(page);
    expect(await Promise.all([first.page, second.page])).toEqual([page, page]);
  });

  test('a rendering that takes longer than the time is not waited for', async () => {
    const { cache, text, pass } = setUp();
    cache.get('/', () => new Promise(() => undefined));
    pass(5001);
    expect(await text('/')).toBe('page 1');
  });

  test('a page that a newer rendering has replaced is not kept', async () => {
    const { cache, text, pass } = setUp();
    const { promise, resolve } = Promise.withResolvers<Page>();
    cache.get('/', () => promise);
    pass(5001);
    await text('/');
    resolve({ text: 'late', bytes: 1, reusableMillis: 30_000 });
    await promise;
    expect(await text('/')).toBe('page 1');
  });

  test('a failure reaches the waiting requests, and the next request tries again', async () => {
    const { cache, text } = setUp();
    const fail = () => Promise.reject(new Error('no API'));
    const waiting = [cache.get('/', fail).page, cache.get('/', fail).page];
    for (const page of waiting) await expect(page).rejects.toThrow('no API');
    expect(await text('/')).toBe('page 1');
  });

  test.each([
    ['may not be reused', { reusableMillis: 0 }],
    ['is too large', { bytes: 61 }],
  ])('a page that %s reaches the waiting requests and is not kept', async (_, page) => {
    const { text } = setUp();
    expect(await Promise.all([text('/', page), text('/', page)])).toEqual(['page 1', 'page 1']);
    expect(await text('/')).toBe('page 2');
  });

  test('a maximum number of pages is kept: the least recently used is evicted', async () => {
    const { text } = setUp();
    for (const key of ['a', 'b', 'c', 'a', 'd']) await text(key);
    expect(await text('a')).toBe('page 1');
    expect(await text('c')).toBe('page 3');
    expect(await text('b')).toBe('page 5');
  });

  test('a maximum number of bytes is kept, also after pages were rendered again', async () => {
    const { text, pass } = setUp();
    for (let round = 0; round < 5; round += 1) {
      await text('a', { bytes: 50 });
      await text('b', { bytes: 50 });
      pass(5001);
    }
    await text('a', { bytes: 50 });
    await text('b', { bytes: 50 });
    expect([await text('a'), await text('b')]).toEqual(['page 11', 'page 12']);
    await text('c', { bytes: 1 });
    expect(await text('b')).toBe('page 12');
    expect(await text('a')).toBe('page 14');
  });
});
