import { describe, expect, test } from '@jest/globals';
import { parseRichText } from '#rich-text/parse.ts';
import { structuredData } from './structured-data.ts';

const post = {
  id: '1',
  title: 'Lamp lighter',
  location: 'Porto, Portugal',
  kind: 'part_time',
  published_at: '2026-01-01T00:00:00Z',
  company: { id: '2', name: 'Harbour', about: '', website: '' },
} as const;

const text = parseRichText('Lamps & <gates>.\n\nEvery\nevening.');

describe('JobPosting', () => {
  test('has its text as HTML, escaped, and the terms of schema.org', () => {
    expect(structuredData(post, text)).toMatchObject({
      '@type': 'JobPosting',
      description: '<p>Lamps &amp; &lt;gates&gt;.</p><p>Every<br>evening.</p>',
      employmentType: 'PART_TIME',
      jobLocation: { '@type': 'Place', address: { addressLocality: 'Porto, Portugal' } },
    });
  });

  test('has the logo of a company that has one', () => {
    const logo = 'https://gatehouse.example/api/talent/companies/2/logos/abc';
    expect(structuredData(post, text, logo)).toMatchObject({ hiringOrganization: { name: 'Harbour', logo } });
    expect(structuredData(post, text).hiringOrganization).not.toHaveProperty('logo');
  });

  test.each([
    ['Remote', 'Worldwide'],
    ['Remote (Europe)', 'Europe'],
    ['Portugal, remote', 'Portugal'],
  ])('%s is work from %s', (location, name) => {
    const data = structuredData({ ...post, location }, text);
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
    expect(structuredData({ ...post, terms }, text)).toMatchObject({
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
    expect(structuredData({ ...post, terms: hourly }, text)).toMatchObject({
      baseSalary: { value: { value: 17.5, unitText: 'HOUR' } },
    });
    const onSite = { ...terms, remote_mode: 'on_site' } as const;
    expect(structuredData({ ...post, location: 'Porto or remote', terms: onSite }, text)).toMatchObject({
      jobLocation: { address: { addressLocality: 'Porto or remote' } },
    });
    expect(structuredData(post, text)).not.toHaveProperty('baseSalary');
  });

  test('has headings, lists and emphasis as HTML, and links as their texts; without a text, its title', () => {
    const marked = parseRichText(
      '# The work\n\n- **Oil** the locks\n- _Wind_ the [clocks](https://a.test/?b="<c>)\n\n3. Rest\n\n<b>No</b>',
    );
    expect(structuredData(post, marked).description).toBe(
      '<h2>The work</h2><ul><li><strong>Oil</strong> the locks</li><li><em>Wind</em> the clocks</li></ul>' +
        '<ol start="3"><li>Rest</li></ol><p>&lt;b&gt;No&lt;/b&gt;</p>',
    );
    expect(structuredData(post, []).description).toBe('<p>Lamp lighter</p>');
  });

  test('without a place says nothing of one', () => {
    const data = structuredData({ ...post, location: '' }, text);
    expect(data).not.toHaveProperty('jobLocation');
    expect(data).not.toHaveProperty('jobLocationType');
  });
});
