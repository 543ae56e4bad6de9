import { describe, expect, test } from '@jest/globals';
import { structuredData } from './structured-data.ts';

const post = {
  id: '1',
  title: 'Lamp lighter',
  description: 'Lamps & <gates>.\n\nEvery\nevening.',
  location: 'Porto, Portugal',
  kind: 'part_time',
  published_at: '2026-01-01T00:00:00Z',
  company: { id: '2', name: 'Harbour', about: '', website: '' },
} as const;

describe('JobPosting', () => {
  test('has its text as HTML, escaped, and the terms of schema.org', () => {
    expect(structuredData(post)).toMatchObject({
      '@type': 'JobPosting',
      description: '<p>Lamps &amp; &lt;gates&gt;.</p><p>Every<br>evening.</p>',
      employmentType: 'PART_TIME',
      jobLocation: { '@type': 'Place', address: { addressLocality: 'Porto, Portugal' } },
    });
  });

  test.each([
    ['Remote', 'Worldwide'],
    ['Remote (Europe)', 'Europe'],
    ['Portugal, remote', 'Portugal'],
  ])('%s is work from %s', (location, name) => {
    const data = structuredData({ ...post, location });
    expect(data).toMatchObject({
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { name },
    });
    expect(data).not.toHaveProperty('jobLocation');
  });

  test('has pay, the last day and remote work as the fields of the post say', () => {
    const terms = {
      pay: { minimum: 60_000, maximum: 80_000, currency: 'EUR', period: 'year' },
      remote_mode: 'remote',
      languages: [],
      expires_on: '2027-01-31',
    } as const;
    expect(structuredData({ ...post, terms })).toMatchObject({
      baseSalary: {
        '@type': 'MonetaryAmount',
        currency: 'EUR',
        value: { '@type': 'QuantitativeValue', minValue: 60_000, maxValue: 80_000, unitText: 'YEAR' },
      },
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { name: 'Porto, Portugal' },
      validThrough: '2027-01-31T23:59:59Z',
    });
    const hourly = {
      ...terms,
      pay: { minimum: 17.5, maximum: 17.5, currency: 'GBP', period: 'hour' },
    } as const;
    expect(structuredData({ ...post, terms: hourly })).toMatchObject({
      baseSalary: { value: { value: 17.5, unitText: 'HOUR' } },
    });
    const onSite = { ...terms, remote_mode: 'on_site' } as const;
    expect(structuredData({ ...post, location: 'Porto or remote', terms: onSite })).toMatchObject({
      jobLocation: { address: { addressLocality: 'Porto or remote' } },
    });
    expect(structuredData(post)).not.toHaveProperty('baseSalary');
  });

  test('without a place says nothing of one', () => {
    const data = structuredData({ ...post, location: '' });
    expect(data).not.toHaveProperty('jobLocation');
    expect(data).not.toHaveProperty('jobLocationType');
  });
});
