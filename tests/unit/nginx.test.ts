import { readFileSync } from 'node:fs';
import { API_SERVICES, contracts, pathPrefixes } from '@gatehouse/contract';
import { describe, expect, test } from '@jest/globals';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';

const configuration = readFileSync(new URL('deploy/compose/nginx.conf', REPOSITORY_ROOT), 'utf8');
const [, map = ''] = /map \$host\$uri \$part \{((?:.|\n)+?)\n {2}\}/.exec(configuration) ?? [];
const routes = [...map.matchAll(/^ {4}~(\S+) (\w+);$/gm)].map(
  ([, pattern = '', part = '']) => [new RegExp(pattern), part] as const,
);
/** The part that nginx sends a request to: the first expression that matches. */
const partOf = (host: string, path: string) =>
  routes.find(([pattern]) => pattern.test(`${host}${path}`))?.[1] ?? 'web';

const HOSTS = { user: 'localhost', admin: 'team.localhost' } as const;
const cases = (Object.keys(HOSTS) as (keyof typeof HOSTS)[]).flatMap((host) =>
  API_SERVICES.flatMap((part) =>
    pathPrefixes(contracts[part], host).map((prefix) => [host, `/api${prefix}`, part] as const),
  ),
);

describe('deploy/compose/nginx.conf', () => {
  test.each(cases)('G5: routes %s%s to %s on that host alone', (host, prefix, part) => {
    const other = host === 'user' ? 'admin' : 'user';
    for (const path of [prefix, `${prefix}/x`]) {
      expect([path, partOf(HOSTS[host], path), partOf(HOSTS[other], path)]).toEqual([path, part, 'web']);
    }
    expect(partOf(HOSTS[host], `${prefix}x`)).toBe('web');
  });

  test('G5: routes no more than the contract has, and each expression is used', () => {
    const words = map.match(/[a-z_]{3,}(?=[|)])|(?<=api\/)[a-z]+/g) ?? [];
    const known = new Set(cases.flatMap(([, prefix]) => prefix.split('/')));
    expect(words.filter((word) => !known.has(word))).toEqual([]);
    // Identity has endpoints of both identity systems.
    expect(routes.map(([, part]) => part).toSorted()).toEqual(
      [...API_SERVICES, 'identity', 'mailbox'].toSorted(),
    );
  });

  test('shows the mailbox on both hosts, and the web tier for everything else', () => {
    for (const host of Object.values(HOSTS)) {
      expect(partOf(host, '/_dev/mail')).toBe('mailbox');
      for (const path of ['/', '/jobs', '/_dev/mail/x', '/api', '/api/identities', '/api/nothing'])
        expect([path, partOf(host, path)]).toEqual([path, 'web']);
    }
  });

  test('F5: sends no write twice, and says nothing of its connections but what is its own to say', () => {
    expect(configuration).not.toContain('non_idempotent');
    expect(configuration).toContain('proxy_set_header Connection "";');
  });
});
