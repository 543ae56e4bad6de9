import type { RemoteMode } from '@gatehouse/contract/wire';
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

  const town = (addressLocality: string) => ({
    jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', addressLocality } },
  });
  const remoteFrom = (name: string) => ({
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: { '@type': 'AdministrativeArea', name },
  });
  /** By location, what a post says without a workplace, on site or hybrid, and remote. */
  const LOCATIONS: readonly (readonly [string, object, object, object])[] = [
    ['', {}, {}, remoteFrom('Worldwide')],
    ['Porto', town('Porto'), town('Porto'), remoteFrom('Porto')],
    ['Porto, Portugal', town('Porto, Portugal'), town('Porto, Portugal'), remoteFrom('Porto, Portugal')],
    ['Remote', remoteFrom('Worldwide'), {}, remoteFrom('Worldwide')],
    ['Fully remote', remoteFrom('Worldwide'), {}, remoteFrom('Worldwide')],
    ['100% remote', remoteFrom('Worldwide'), {}, remoteFrom('Worldwide')],
    ['Remote, Portugal', remoteFrom('Portugal'), town('Portugal'), remoteFrom('Portugal')],
    ['Portugal, remote', remoteFrom('Portugal'), town('Portugal'), remoteFrom('Portugal')],
    ['Remote (EU)', remoteFrom('EU'), town('EU'), remoteFrom('EU')],
    [
      'Remote – Stratford-upon-Avon',
      remoteFrom('Stratford-upon-Avon'),
      town('Stratford-upon-Avon'),
      remoteFrom('Stratford-upon-Avon'),
    ],
    ['Porto or remote', town('Porto'), town('Porto'), remoteFrom('Porto')],
    ['Remote or Porto', town('Porto'), town('Porto'), remoteFrom('Porto')],
    ['Porto / remote', town('Porto'), town('Porto'), remoteFrom('Porto')],
    ['Porto, Leeds, remote', town('Porto, Leeds'), town('Porto, Leeds'), remoteFrom('Porto, Leeds')],
    ['Porto (remote possible)', town('Porto'), town('Porto'), remoteFrom('Porto')],
    ['Remote within Portugal', {}, {}, remoteFrom('Remote within Portugal')],
  ];
  const locationOf = (location: string, remote_mode?: RemoteMode) => {
    const terms = { languages: [], expires_on: '', ...(remote_mode === undefined ? {} : { remote_mode }) };
    const data = Object.entries(structuredData({ ...post, location, terms }, text));
    return Object.fromEntries(data.filter(([key]) => /location/i.test(key)));
  };

  test.each(LOCATIONS)(
    '“%s” is a place of work or a region of applicants',
    (location, unstated, local, remote) => {
      expect(locationOf(location)).toEqual(unstated);
      expect(locationOf(location, 'on_site')).toEqual(local);
      expect(locationOf(location, 'hybrid')).toEqual(local);
      expect(locationOf(location, 'remote')).toEqual(remote);
    },
  );

  const country = (country_code: string, location: string, remote_mode?: RemoteMode) => {
    const terms = { languages: [], expires_on: '', ...(remote_mode === undefined ? {} : { remote_mode }) };
    const data = Object.entries(structuredData({ ...post, location, country_code, terms }, text));
    return Object.fromEntries(data.filter(([key]) => /location/i.test(key)));
  };
  const address = (fields: object) => ({
    jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', ...fields } },
  });
  const remoteIn = (name: string) => ({
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: { '@type': 'Country', name },
  });

  test.each<readonly [string, string, RemoteMode | undefined, object]>([
    ['PT', 'Porto', undefined, address({ addressLocality: 'Porto', addressCountry: 'PT' })],
    ['PT', 'Porto', 'on_site', address({ addressLocality: 'Porto', addressCountry: 'PT' })],
    ['PT', 'Porto, Portugal', 'hybrid', address({ addressLocality: 'Porto', addressCountry: 'PT' })],
    ['PT', 'Porto (PORTUGAL', 'hybrid', address({ addressLocality: 'Porto', addressCountry: 'PT' })],
    ['PT', 'Portugal', 'on_site', address({ addressCountry: 'PT' })],
    ['PT', '', 'on_site', address({ addressCountry: 'PT' })],
    ['PT', 'Remote', 'hybrid', address({ addressCountry: 'PT' })],
    ['MX', 'New Mexico', 'on_site', address({ addressLocality: 'New Mexico', addressCountry: 'MX' })],
    ['PT', 'Porto or remote', undefined, address({ addressLocality: 'Porto', addressCountry: 'PT' })],
    ['PT', 'Remote', undefined, remoteIn('Portugal')],
    ['PT', 'Remote (Portugal)', undefined, remoteIn('Portugal')],
    ['PT', 'Porto', 'remote', remoteIn('Portugal')],
    ['PT', '', 'remote', remoteIn('Portugal')],
  ])(
    'in %s, “%s”, %s has its country in the field that search engines read',
    (code, location, mode, data) => {
      expect(country(code, location, mode)).toEqual(data);
    },
  );

  test('does not say that visitors apply directly: staff approve who may apply', () => {
    expect(structuredData(post, text)).not.toHaveProperty('directApply');
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
