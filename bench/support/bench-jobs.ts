import pg from 'pg';

/** Published job posts of the database of searches. */
export const JOB_POSTS = 100_000;

const ROLES = [
  'designer engineer nurse baker driver teacher carpenter accountant analyst gardener',
  'electrician librarian chemist translator photographer surveyor plumber editor tailor pilot',
].flatMap((line) => line.split(' '));
const FIELDS = [
  'Backend Frontend Night Harbour Clinical Regional Junior Senior Lead Assistant',
  'Freight Pediatric Theatre Railway Kitchen Museum Wind Solar Forest Payroll',
].flatMap((line) => line.split(' '));
const PLACES = [
  'Porto Lisbon Hamburg Málaga Zürich Oslo Leeds Ghent Kraków Tartu',
  'Aarhus Utrecht Lyon Graz Turku Bergen Cork Bilbao Trieste Gdańsk',
].flatMap((line) => line.split(' '));

/** Of `PLACES`, in their order. */
const COUNTRIES = 'PT PT DE ES CH NO GB BE PL EE DK NL FR AT FI NO IE ES IT PL'.split(' ');

/** Different words, so that the index has as many as a real catalogue: three syllables each, like `tolemira`. */
const SYLLABLES = 'to le mi ra san ver ko du pen lis bra mo ti ga fer'.split(' ');
const WORDS = SYLLABLES.flatMap((a) => SYLLABLES.flatMap((b) => SYLLABLES.map((c) => a + b + c)));

/**
 * Query strings as visitors send them: common and rare words, places and countries, beginnings, typing errors in words and places,
 * filters, and one that matches nothing.
 */
export const SEARCHES: readonly string[] = [
  ...['query=designer', 'query=night+nurse', 'query=backend+engineer', 'query=museum+librarian+oslo'],
  ...['query=enginer', 'query=elektrician', 'query=krakow', 'query=malaga+baker', 'query=pho', 'query=har'],
  ...[
    `query=${WORDS[0]}`,
    `query=${WORDS.at(-1)}`,
    `query=${WORDS[40]}+${WORDS[2000]}`,
    'query=teacher+-night',
  ],
  ...['query=%22solar+engineer%22', 'location=porto', 'location=lyon&kind=part_time', 'remote_mode=remote'],
  ...['query=driver&seniority=senior&remote_mode=on_site', 'order=pay&currency=EUR', 'query=zzyzx+qwrty'],
  ...['location=portugal', 'location=hamburgh', 'location=remote', 'query=baker&location=germny'],
  ...['query=engineer&language=pt', 'query=nurse&minimum_pay=48000&currency=EUR'],
].map((query) => `${query}&limit=20&count_to=1000&count_options=true`);

/** SQL: the element of a list of texts that a number chooses. */
const pick = (list: string, n: string) => `(${list}::text[])[1 + (${n}) % cardinality(${list}::text[])]`;

/** Creates missing job posts: 80 words each, some of them in most posts and most of them in few. @param ownerUrl of a database with companies. */
export async function ensureJobPosts(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from employer.job_post_search',
    );
    if ((rows[0]?.count ?? 0) >= JOB_POSTS) return;
    await client.query('begin');
    await client.query('select setseed(0.5)');
    await client.query(
      `with firm as materialized (select id, row_number() over () as n, count(*) over () as firms from employer.companies)
       insert into employer.job_posts
         (company_id, title, location, kind, state, published_at, description, pay_minimum, pay_maximum, pay_currency,
          pay_period, remote_mode, seniority, languages, country_code)
       select firm.id, ${pick('$2', 'i')} || ' ' || ${pick('$1', 'i / 7')}, ${pick('$3', 'i / 3')},
              ${pick("'{full_time,part_time,contract,internship}'", 'i / 5')}, 'published', now() - i * interval '3 minutes',
              (select string_agg(($4::text[])[1 + floor(power(random(), 3) * cardinality($4))::int], ' ')
                 from generate_series(1, 80 + 0 * i)),
              2000 + i % 3000, 2500 + i % 3000, ${pick("'{EUR,GBP,SEK}'", 'i')}, 'month',
              ${pick("'{on_site,hybrid,remote}'", 'i / 11')}, ${pick("'{entry,mid,senior,lead}'", 'i / 13')}, array[${pick("'{en,de,pt}'", 'i')}],
              ${pick('$6', 'i / 3')}
         from generate_series(1, $5::int) i join firm on firm.n = 1 + i % firm.firms`,
      [ROLES, FIELDS, PLACES, WORDS, JOB_POSTS, COUNTRIES],
    );
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
