import type { JobPostKind, PayPeriod, PublicJobPost, RemoteMode } from '@gatehouse/contract/wire';
import { describe, expect, test } from '@jest/globals';
import { parseRichText } from '#rich-text/parse.ts';
import { structuredData } from './structured-data.ts';

/** What a value must be; the text says it in a failure. */
interface Shape {
  readonly says: string;
  readonly faultsOf: (value: unknown, path: string) => readonly string[];
}

const shape = (says: string, isValid: (value: unknown) => boolean): Shape => ({
  says,
  faultsOf: (value, path) => (isValid(value) ? [] : [`${path}: ${JSON.stringify(value)} is not ${says}`]),
});
const matching = (says: string, pattern: RegExp) =>
  shape(says, (value) => typeof value === 'string' && pattern.test(value));
const oneOf = (...values: readonly string[]) =>
  shape(`one of ${values.join(', ')}`, (value) => values.includes(String(value)));

/** An object of a type, with these properties alone. */
function typed(
  type: string,
  required: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape {
  const shapes = { '@type': oneOf(type), ...required, ...optional };
  return {
    says: type,
    faultsOf: (value, path) => {
      if (typeof value !== 'object' || value === null) return [`${path} is no ${type}`];
      const found: Readonly<Record<string, unknown>> = { ...value };
      return [
        ...['@type', ...Object.keys(required)]
          .filter((name) => !(name in found))
          .map((name) => `${path}.${name} is missing`),
        ...Object.entries(found).flatMap(([name, property]) => {
          const expected = shapes[name as keyof typeof shapes];
          return expected === undefined
            ? [`${path}.${name} is unknown`]
            : expected.faultsOf(property, `${path}.${name}`);
        }),
      ];
    },
  };
}

const TEXT = matching('a text', /\S/);
const URL_TEXT = matching('an address', /^https?:\/\/\S+$/);
const TIME = matching('a time of ISO 8601', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const CODE = matching('a country of ISO 3166-1 alpha-2', /^[A-Z]{2}$/);
const HTML = matching('HTML of paragraphs, lists and headings', /^(<(p|h2|h3|ul|ol)\b[^>]*>[\s\S]*<\/\2>)+$/);
const AMOUNT = shape('an amount', (value) => typeof value === 'number' && value > 0);

/** https://developers.google.com/search/docs/appearance/structured-data/job-posting */
const JOB_POSTING = typed(
  'JobPosting',
  {
    '@context': oneOf('https://schema.org'),
    title: TEXT,
    description: HTML,
    datePosted: TIME,
    hiringOrganization: typed('Organization', { name: TEXT }, { sameAs: URL_TEXT, logo: URL_TEXT }),
    identifier: typed('PropertyValue', { name: TEXT, value: TEXT }),
    employmentType: oneOf(
      'FULL_TIME',
      'PART_TIME',
      'CONTRACTOR',
      'TEMPORARY',
      'INTERN',
      'VOLUNTEER',
      'PER_DIEM',
      'OTHER',
    ),
  },
  {
    jobLocation: typed('Place', {
      address: typed(
        'PostalAddress',
        { addressCountry: CODE },
        { addressLocality: TEXT, addressRegion: TEXT },
      ),
    }),
    jobLocationType: oneOf('TELECOMMUTE'),
    applicantLocationRequirements: typed('Country', { name: TEXT }),
    validThrough: TIME,
    baseSalary: typed('MonetaryAmount', {
      currency: matching('a currency of ISO 4217', /^[A-Z]{3}$/),
      value: typed(
        'QuantitativeValue',
        { unitText: oneOf('HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR') },
        { value: AMOUNT, minValue: AMOUNT, maxValue: AMOUNT },
      ),
    }),
  },
);

/** A place of work, or else where applicants of remote work may live. */
function faultsOf(data: object): readonly string[] {
  const isRemote = 'jobLocationType' in data;
  const isPlaced = isRemote ? 'applicantLocationRequirements' in data : 'jobLocation' in data;
  return [...JOB_POSTING.faultsOf(data, 'job'), ...(isPlaced ? [] : ['job has no place'])];
}

/** As a page has it: without what is undefined. */
const dataOf = (post: PublicJobPost, logo?: string): Record<string, unknown> =>
  JSON.parse(JSON.stringify(structuredData(post, parseRichText(post.description), logo)));

const POST: PublicJobPost = {
  id: '01980000-0000-7000-8000-000000000001',
  title: 'Lamp lighter',
  description: 'Lamps & <gates>.\n\n# The work\n\n- **Oil** the locks\n\n1. Rest',
  location: 'Porto',
  country_code: 'PT',
  kind: 'part_time',
  published_at: '2026-01-01T00:00:00.000Z',
  company: { id: '2', name: 'Harbour', about: '', website: 'https://harbour.test' },
};

const KINDS: readonly JobPostKind[] = ['full_time', 'part_time', 'contract', 'internship'];
const MODES: readonly (RemoteMode | undefined)[] = ['on_site', 'hybrid', 'remote', undefined];
const PERIODS: readonly (PayPeriod | undefined)[] = ['hour', 'day', 'month', 'year', undefined];
const RANGES = [{ minimum: 10 }, { maximum: 20 }, { minimum: 10, maximum: 20 }, { minimum: 10, maximum: 10 }];

describe('JobPosting as Google documents it', () => {
  const posts = KINDS.flatMap((kind) =>
    MODES.flatMap((mode) =>
      PERIODS.flatMap((period) =>
        RANGES.flatMap((range) =>
          ['Porto', 'Remote', 'Porto, Portugal', ''].map(
            (location): PublicJobPost => ({
              ...POST,
              kind,
              location,
              terms: {
                ...(period === undefined ? {} : { pay: { ...range, currency: 'EUR', period } }),
                ...(mode === undefined ? {} : { remote_mode: mode }),
                languages: ['pt'],
                expires_on: mode === 'hybrid' ? '2026-02-28' : '',
              },
            }),
          ),
        ),
      ),
    ),
  );

  test('has what is required, and nothing that is not documented, for each kind, workplace, pay and location', () => {
    expect(posts).toHaveLength(4 * 4 * 5 * 4 * 4);
    const faults = posts.flatMap((post) => faultsOf(dataOf(post, 'https://gatehouse.test/logo')));
    expect([...new Set(faults)]).toEqual([]);
  });

  test('has it without a website, a logo, terms and a text, too', () => {
    const company = { ...POST.company, website: '' };
    expect(faultsOf(dataOf({ ...POST, company, description: '' }))).toEqual([]);
  });

  test('lacks a required field without a country, or without a place', () => {
    const { country_code: _, ...stateless } = POST;
    expect(faultsOf(dataOf(stateless))).toEqual(['job.jobLocation.address.addressCountry is missing']);
    expect(faultsOf(dataOf({ ...stateless, location: '' }))).toEqual(['job has no place']);
  });

  test.each([
    ['title', '', 'job.title: "" is not a text'],
    ['description', 'Plain', 'job.description: "Plain" is not HTML of paragraphs, lists and headings'],
    ['datePosted', 'today', 'job.datePosted: "today" is not a time of ISO 8601'],
    ['hiringOrganization', 'Harbour', 'job.hiringOrganization is no Organization'],
    ['directApply', true, 'job.directApply is unknown'],
  ])('the table finds a wrong %s', (name, value, fault) => {
    expect(faultsOf({ ...dataOf(POST), [name]: value })).toEqual([fault]);
  });
});
