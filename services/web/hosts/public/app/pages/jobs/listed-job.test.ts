import type { PublicJobPost } from '@gatehouse/contract/wire';
import { expect, test } from '@jest/globals';
import { listedJob } from './listed-job.ts';

const row = {
  id: '1',
  title: 'Lamp lighter',
  location: 'Porto, Portugal',
  kind: 'part_time',
  published_at: '2026-01-01T00:00:00Z',
  company: { id: '2', name: 'Harbour', logo: 'abc' },
  terms: { pay: { minimum: 10, maximum: 12, currency: 'EUR', period: 'hour' }, remote_mode: 'on_site' },
} as const;

const post: PublicJobPost = {
  ...row,
  updated_at: '2026-01-02T00:00:00Z',
  description: 'Light each lamp at dusk. '.repeat(100),
  company: { ...row.company, about: 'We light lamps. '.repeat(200), website: 'https://harbour.example' },
  terms: { ...row.terms, seniority: 'mid', languages: ['pt', 'en'], expires_on: '2026-03-01' },
};

test('a row carries what it shows of its job, and neither the text nor the website of the company', () => {
  expect(listedJob(post)).toStrictEqual({
    ...row,
    excerpt: expect.stringMatching(/^Light each lamp.{1,290}$/),
  });
});

test('a job without terms, of a company without a logo, is a row without them', () => {
  const { terms: _, ...plain } = post;
  const company = { id: '2', name: 'Harbour', about: '', website: '' };
  expect(listedJob({ ...plain, company })).not.toHaveProperty('terms');
  expect(listedJob({ ...plain, company }).company).toStrictEqual({ id: '2', name: 'Harbour' });
});

test('a job with a country is a row that names it after the location', () => {
  expect(listedJob({ ...post, location: 'Porto', country_code: 'PT' }).location).toBe('Porto, Portugal');
});
