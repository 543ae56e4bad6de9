import { globSync, readFileSync } from 'node:fs';
import { ATTRIBUTES, createCounter, METRICS } from '@gatehouse/runtime';
import { describe, expect, test } from '@jest/globals';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';

const ROOT = REPOSITORY_ROOT;
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

const CATALOGUE = 'packages/runtime/src/telemetry-catalogue.ts';
const sources = globSync(
  '{packages/{boundary,documents,hiring,membership-resolver,runtime,mail}/src,services/*/src,services/web/{server,session,journey,api}}/**/*.ts',
  { cwd: ROOT },
).filter((path) => !path.endsWith('.test.ts') && path !== CATALOGUE);

/** Names in quotation marks that look like those of telemetry, in what runs. */
const used = new Set(
  sources.flatMap((path) =>
    [
      ...read(path).matchAll(
        /'((?:access|session|gatehouse|enduser|http|url|error|db|nodejs|process)\.[a-z_.0-9]+)'/g,
      ),
    ].map(([, name = '']) => name),
  ),
);

describe('the catalogue of telemetry', () => {
  test('holds every name that the code uses, and no other', () => {
    const known = [...Object.keys(ATTRIBUTES), ...Object.keys(METRICS)];
    expect([...used].filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !used.has(name))).toEqual([]);
  });

  // Jest does not check types: `npm run lint` does, and reports an expected error that is none.
  test('a metric takes the attributes of its description, and no other', () => {
    const hits = createCounter('test', 'gatehouse.throttle.hits');
    hits.add(1, { 'http.route': '/jobs' });
    // @ts-expect-error no attribute of the catalogue
    hits.add(1, { 'http.route': '/jobs', 'http.rout': '/jobs' });
    const ofOtherMetric = { 'http.route': '/jobs', 'access.rule': 'user' };
    // @ts-expect-error an attribute of another metric, in an object that the compiler does not check for excess keys
    hits.add(1, { ...ofOtherMetric });
  });

  test('names of our own are under access, session or gatehouse; the others are the semantic conventions’', () => {
    for (const [name, meaning] of Object.entries(ATTRIBUTES)) {
      const isOurs = /^(access|session|gatehouse)\./.test(name) || name === 'enduser.pseudo.id';
      expect([name, meaning.startsWith('semantic conventions')]).toEqual([name, !isOurs]);
    }
  });
});
