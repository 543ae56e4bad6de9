import { makePerson, type TestSystem } from '@gatehouse/testkit';

interface Terms {
  readonly pay_minimum?: number;
  readonly pay_maximum?: number;
  readonly pay_currency?: string;
  readonly pay_period?: string;
  readonly remote_mode?: string;
  readonly seniority?: string;
  readonly languages?: readonly string[];
}

const eur = (pay_period: string, pay_minimum: number, pay_maximum: number): Terms => ({
  ...{ pay_currency: 'EUR', pay_period },
  ...{ pay_minimum, pay_maximum },
});

/** Title and terms; the first is the oldest. All are keepers in Porto. */
export const FILTERED_POSTS: readonly (readonly [string, Terms])[] = [
  ['Silent', {}],
  [
    'Yearly',
    { ...eur('year', 40_000, 52_000), remote_mode: 'remote', seniority: 'senior', languages: ['en'] },
  ],
  ['Monthly', { ...eur('month', 4000, 4500), remote_mode: 'hybrid', languages: ['en', 'pt'] }],
  ['Daily', { ...eur('day', 150, 200), remote_mode: 'remote', seniority: 'lead' }],
  ['Hourly', { pay_currency: 'EUR', pay_period: 'hour', pay_minimum: 25, remote_mode: 'on_site' }],
  ['Sterling', { pay_currency: 'GBP', pay_period: 'year', pay_maximum: 90_000, seniority: 'senior' }],
];

/** Adds these posts, all of one new company. */
export async function addFilteredPosts({ database }: TestSystem): Promise<void> {
  const { companyId } = await makePerson(database, {
    membership: { role: 'owner', status: 'active' },
  });
  for (const [at, [title, terms]] of FILTERED_POSTS.entries()) {
    await database.query(
      `insert into employer.job_posts (company_id, title, location, description, kind, state, published_at,
         pay_minimum, pay_maximum, pay_currency, pay_period, remote_mode, seniority, languages)
       select $1, $2, 'Porto', 'Keeper of lamps.', 'full_time', 'published', timestamptz '2026-01-01' + make_interval(days => $3),
              pay_minimum, pay_maximum, pay_currency, pay_period, remote_mode, seniority, coalesce(languages, '{}')
         from json_populate_record(null::employer.job_posts, $4)`,
      [companyId, title, at, JSON.stringify(terms)],
    );
  }
}
