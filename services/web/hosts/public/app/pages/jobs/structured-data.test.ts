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

  test('without a place says nothing of one', () => {
    const data = structuredData({ ...post, location: '' });
    expect(data).not.toHaveProperty('jobLocation');
    expect(data).not.toHaveProperty('jobLocationType');
  });
});
