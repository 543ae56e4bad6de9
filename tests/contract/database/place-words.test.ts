import type { Queryable, Statement } from '@gatehouse/boundary';
import type { ListPublicJobPostsRequest } from '@gatehouse/contract';
import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { findBySearch } from '#services/talent/src/job-posts/find-job-posts.ts';
import {
  FIND_SIMILAR_PLACES,
  FIND_WORDS_OF_PLACE,
} from '#services/talent/src/job-posts/search-statements.ts';

let database: TestDatabase;
let owner: pg.Client;
let talent: pg.Client;
let reads: Queryable;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  talent = new pg.Client({ connectionString: database.roleUrl('talent_service') });
  await Promise.all([owner.connect(), talent.connect()]);
  reads = {
    query: async <Row>({ name, text }: Statement<Row>, values: readonly unknown[]) =>
      (await talent.query({ name, text, values: [...values] })).rows as Row[],
  };
});
afterAll(async () => {
  await Promise.all([owner.end(), talent.end()]);
  await database.stop();
});
beforeEach(() => owner.query('truncate employer.companies, employer.search_words cascade'));

const publish = (...locations: readonly string[]) =>
  owner.query(
    `with company as (insert into employer.companies (name) values ('Fennel') returning id)
     insert into employer.job_posts (company_id, title, location, kind, state, published_at)
     select company.id, 'Nurse', location, 'full_time', 'published', now() from company, unnest($1::text[]) as location`,
    [locations],
  );

const find = async (query: string, location: string) => {
  const asked = { query, location, cursor: '', limit: 10, count_to: 10, count_options: false };
  const { items, corrected_query, corrected_location } = await findBySearch(
    reads,
    asked as ListPublicJobPostsRequest,
  );
  return { places: items.map((post) => post.location), corrected_query, corrected_location };
};

describe('F8: whether a post names a place', () => {
  beforeEach(() => publish('Leeds York North East West Hull Bath Ripon'));

  test.each([
    ['Leeds', true],
    ['hull, Leeds', true],
    // Not typed to its end.
    ['Leed', true],
    ['Leedz', false],
    ['Leeds Leedz', false],
    ['Tokyo', false],
    // Too short, or of another script, to be looked up.
    ['zz', true],
    ['Leeds zz', true],
    ['the', true],
    ['Москва', true],
    ['', true],
    // Only eight words count, without those that many places have.
    ['Leeds York North East West Hull Bath Ripon Tokyo', true],
    ['Leeds Leeds York North East West Hull Bath Tokyo', false],
    ['Leeds and York of the North East West Hull Bath Tokyo', false],
  ])('F8: that a post may name the place “%s” is %s', async (place, isKnown) => {
    expect(await reads.query(FIND_WORDS_OF_PLACE, [place])).toEqual([{ is_known: isKnown }]);
  });
});

test('U3: of similar places the most similar one comes first, and of equally similar ones the first by name', async () => {
  await publish('Laedz', 'Leedb', 'Leeda', 'Tokyo');
  const similar = await reads.query(FIND_SIMILAR_PLACES, [['leedz']]);
  expect(similar.map(({ word }) => word)).toEqual(['leeda', 'leedb', 'laedz', 'tokyo']);
  expect(await find('', 'Leedz')).toEqual({ places: ['Leeda'], corrected_location: 'Leeda' });
});

test('U3: a search in a place that is right keeps its words, if one of the alternatives is found', async () => {
  await publish('Leeds');
  expect(await find('nurse or nurze', 'Leeds')).toEqual({ places: ['Leeds'] });
});

test('U3: a place is found in no post of an empty catalogue', async () => {
  expect(await find('', 'Leeds')).toEqual({ places: [] });
});
