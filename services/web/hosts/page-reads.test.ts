import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { ClientLoaderFunctionArgs } from 'react-router';
import { readPathsOf } from '#api/page-reads.ts';
import publicRoutes from './public/app/routes.ts';
import teamRoutes from './team/app/routes.ts';

interface RouteModule {
  readonly clientLoader?: (
    args: Pick<ClientLoaderFunctionArgs, 'url' | 'params' | 'request'>,
  ) => Promise<unknown>;
  readonly handle?: { readonly reads?: unknown; readonly readsNothingAhead?: string };
}

const filesOf = (routes: readonly RouteConfigEntry[]): readonly string[] =>
  routes.flatMap(({ file, children }) => [file, ...filesOf(children ?? [])]);

const files = [
  ...filesOf(publicRoutes).map((file) => `public/app/${file}`),
  ...filesOf(teamRoutes).map((file) => `team/app/${file}`),
];
const HOSTS = fileURLToPath(new URL('./', import.meta.url));
const exportsOf = (name: string) => (file: string) =>
  new RegExp(`^export .*\\b${name}\\b`, 'm').test(readFileSync(join(HOSTS, file), 'utf8'));
const withBrowserLoader = await Promise.all(
  files.filter(exportsOf('clientLoader')).map(async (file) => ({
    file,
    module: (await import(`./${file}`)) as RouteModule,
  })),
);

const ID = '01900000-0000-7000-8000-000000000001';

/** Addresses whose reads differ; they mean nothing to most pages. */
const SEARCHES = ['', '?cursor=abc', '?state=draft&stage=offer&condition=disabled', `?query=a+b&who=${ID}`];

const realFetch = globalThis.fetch;
let asked: string[];
beforeEach(() => {
  asked = [];
  globalThis.fetch = async (address) => {
    asked.push(String(address));
    return new Response('{"items":[],"next_cursor":"","skills":[]}');
  };
  Object.assign(globalThis, {
    document: { documentElement: { dataset: {} } },
    location: new URL('https://x.test/'),
  });
});
afterEach(() => {
  globalThis.fetch = realFetch;
  Object.assign(globalThis, { document: undefined, location: undefined });
});

describe('the pages with a browser loader', () => {
  test('are found', () => expect(withBrowserLoader.length).toBeGreaterThan(15));

  test.each(withBrowserLoader)('P2: $file declares its reads, or why it has none ahead', ({ module }) => {
    const { reads, readsNothingAhead } = module.handle ?? {};
    expect(typeof reads === 'function' || (readsNothingAhead ?? '').length > 10).toBe(true);
  });

  test('alone have a declaration', () => {
    expect(files.filter(exportsOf('handle'))).toEqual(withBrowserLoader.map(({ file }) => file));
  });

  const declaring = withBrowserLoader.filter(({ module }) => module.handle?.reads !== undefined);
  test.each(declaring.flatMap((route) => SEARCHES.map((search) => ({ ...route, search }))))(
    'P2: $file$search: the loader asks for each declared read exactly once',
    async ({ module, search }) => {
      const url = new URL(`https://x.test/page${search}`);
      const params = { id: ID };
      await module.clientLoader?.({ url, params, request: new Request(url) });
      const declared = readPathsOf(module.handle, { url, params }).map((path) => `/api${path}`);
      expect(declared.length).toBeGreaterThan(0);
      expect(new Set(declared).size).toBe(declared.length);
      // What follows from an answer cannot be declared, and comes after it.
      expect(asked.slice(0, declared.length).toSorted()).toEqual(declared.toSorted());
      expect(asked.slice(declared.length).filter((one) => declared.includes(one))).toEqual([]);
    },
  );

  test('a search of the audit trail by text reads nothing ahead: its answer decides what is read', () => {
    const audit = withBrowserLoader.find(({ file }) => file.endsWith('audit/page.tsx'));
    const url = new URL('https://x.test/audit?who=harbour');
    expect(readPathsOf(audit?.module.handle, { url, params: {} })).toEqual([]);
  });
});
