import { describe, expect, test } from '@jest/globals';
import { chosenFilters, countText, optionCount, withCount, withoutFilters } from './chosen-filters.ts';
import { addressOf, feedAddressOf, filtersOf, type Search, searchOf } from './search.ts';

const search = (query: string): Search => searchOf(new URL(`https://jobs.test/jobs?${query}`));

const ALL =
  'query=nurse&location=Porto&kind=contract&remote_mode=hybrid&seniority=lead&language=pt&minimum_pay=50000&currency=GBP&order=pay';

describe('the address of a search', () => {
  test.each([
    ['', '/jobs'],
    ['query=&location=&kind=&minimum_pay=&currency=EUR&order=', '/jobs'],
    [ALL, `/jobs?${ALL}`],
    ['currency=GBP&order=newest&kind=boss&language=xx', '/jobs'],
    ['query=nurse&order=newest', '/jobs?query=nurse&order=newest'],
    ['order=relevance', '/jobs'],
    ['order=pay', '/jobs?currency=EUR&order=pay'],
    ['minimum_pay=007', '/jobs?minimum_pay=7&currency=EUR'],
    ['minimum_pay=1e9&currency=EUR', '/jobs'],
  ])('of %s is %s, and means the same search', (query, address) => {
    expect(addressOf(search(query))).toBe(address);
    expect(searchOf(new URL(address, 'https://jobs.test'))).toEqual(search(query));
  });

  test('asks the API for nothing that the visitor has not chosen', () => {
    expect(filtersOf(search(''))).toEqual({ query: '', location: '' });
    expect(filtersOf(search('minimum_pay=9'))).toMatchObject({ minimum_pay: 9, currency: 'EUR' });
  });

  test('of its feed has no order', () => {
    expect(feedAddressOf(search('order=pay&kind=contract'))).toBe('/jobs/feed.xml?kind=contract');
  });
});

describe('the chosen filters', () => {
  test('are each by its label, and each alone can be removed', () => {
    const chosen = chosenFilters(search(ALL));
    expect(chosen.map(({ name, label }) => [name, label])).toEqual([
      ['location', 'Porto'],
      ['kind', 'Contract'],
      ['remote_mode', 'Hybrid'],
      ['seniority', 'Lead'],
      ['language', 'Portuguese'],
      ['minimum_pay', 'From £50,000 per year'],
    ]);
    for (const { name, without } of chosen) {
      const others = chosenFilters(without).map((filter) => filter.name);
      expect(others).toEqual(chosen.map((filter) => filter.name).filter((other) => other !== name));
      expect(without.query).toBe('nurse');
    }
  });

  test('are all removed at once; words and order stay', () => {
    expect(addressOf(withoutFilters(search(ALL)))).toBe('/jobs?query=nurse&currency=GBP&order=pay');
    expect(addressOf(withoutFilters(search('minimum_pay=9&currency=GBP')))).toBe('/jobs');
  });
});

describe('the count of an option', () => {
  test.each([
    [0, true, '0'],
    [412, true, '412'],
    [412, false, '400+'],
    [1000, false, '1,000+'],
    [37, false, '30+'],
    [9, false, ''],
    [0, false, ''],
  ])('of %d, exact: %s, is "%s"', (count, isExact, text) => {
    expect(countText(count, isExact)).toBe(text);
  });

  test('is beside its label, where it says something', () => {
    expect(withCount('Remote', 12, true)).toBe('Remote (12)');
    expect(withCount('Remote', 3, false)).toBe('Remote');
    expect(withCount('Remote', undefined, true)).toBe('Remote');
  });

  test('is 0 for an option that the counts do not name', () => {
    const counts = { filter: 'kind', without: 5, is_exact: true, options: [{ value: 'contract', count: 2 }] };
    const of = (value: string) => optionCount(counts, value);
    expect([of('contract'), of('internship'), of(''), optionCount(undefined, '')]).toEqual([
      2,
      0,
      5,
      undefined,
    ]);
  });
});
