import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { Suspense, use } from 'react';
import { createRequestHandler, RouterContextProvider, Scripts, type ServerBuild } from 'react-router';
import * as entry from './server.tsx';
import { type WebRequest, webRequestContext } from './web-request.ts';

/** Longer than what React sends at once. */
const LONG_TEXT = 'all there '.repeat(10_000);

const PARTS = {
  there: () => Promise.resolve('all there'),
  long: () => Promise.resolve(LONG_TEXT),
  late: () => delay(50, 'all there'),
  failed: () => Promise.reject(new Error('no part')),
  missing: () => new Promise<string>(() => undefined),
};

function Part({ text }: { text: Promise<string> }) {
  return <p>{use(text)}</p>;
}

function Page({ text }: { text: Promise<string> }) {
  return (
    <html lang="en">
      <body>
        <h1>Über uns</h1>
        <Suspense fallback="…">
          <Part text={text} />
        </Suspense>
        <Scripts />
      </body>
    </html>
  );
}

/** One page with a loader, without a bundler. */
function buildOf(part: keyof typeof PARTS): ServerBuild {
  const text = PARTS[part]();
  // The second rendering, of the error display, does not look at it.
  text.catch(() => undefined);
  const route = { id: 'root', path: '', hasAction: false, hasLoader: true, module: '/root.js' };
  const off = { hasClientAction: false, hasClientLoader: false, hasClientMiddleware: false };
  return {
    entry: { module: { ...entry, default: entry.handleRequest } },
    routes: {
      root: {
        ...route,
        module: {
          default: () => <Page text={text} />,
          ErrorBoundary: () => <h1>Sorry</h1>,
          loader: () => ({ answer: 'of the loader' }),
        },
      },
    },
    assets: {
      entry: { imports: [], module: '/entry.js' },
      routes: { root: { ...route, ...off, hasDefaultExport: true, hasErrorBoundary: true } },
      url: '/manifest.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  } as unknown as ServerBuild;
}

async function render(build: ServerBuild) {
  const errors: unknown[] = [];
  const context = new RouterContextProvider();
  context.set(webRequestContext, {
    nonce: 'n',
    cookie: null,
    api: { browserBaseUrl: '/api' },
    documentTraceparent: '',
    browserTraces: false,
    notice: '',
    contact: 'help@example.com',
    onRenderError: (error: unknown) => errors.push(error),
  } as unknown as WebRequest);
  const answer = await createRequestHandler(build, 'production')(new Request('https://x.test/'), context);
  return { html: await answer.text(), errors, status: answer.status };
}

describe('a document', () => {
  test.each(['there', 'long', 'late'] as const)(
    'is sent whole, with the data of its loaders and a part that is %s, and needs no script to show it',
    async (part) => {
      const { html, errors, status } = await render(buildOf(part));
      expect({ errors, status }).toEqual({ errors: [], status: 200 });
      expect(html).toMatch(/^<!DOCTYPE html><html/);
      expect(html).toContain('<h1>Über uns</h1>');
      expect(html).toContain('<p>all there');
      expect(html).toContain('of the loader');
      expect(html).not.toMatch(/<template|hidden|<!--\$[?!]-->/);
    },
  );

  test.each([
    ['failed', 'no part'],
    ['missing', 'a part of the document never came'],
  ] as const)('with a part that is %s is an error display, and never has a hole', async (part, message) => {
    const { html, errors, status } = await render(buildOf(part));
    expect(status).toBe(500);
    expect(errors.map(String)).toEqual([`Error: ${message}`]);
    expect(html).toContain('<h1>Sorry</h1>');
  });
});
