import { describe, expect, test } from '@jest/globals';
import { Suspense, use } from 'react';
import { createRequestHandler, RouterContextProvider, Scripts, type ServerBuild } from 'react-router';
import * as entry from './server.tsx';
import { type WebRequest, webRequestContext } from './web-request.ts';

const NEVER = new Promise<string>(() => undefined);

function Part() {
  return <p>{use(NEVER)}</p>;
}

function Page({ waits }: { waits: boolean }) {
  return (
    <html lang="en">
      <body>
        <h1>Über uns</h1>
        <Suspense fallback="…">{waits ? <Part /> : <p>all there</p>}</Suspense>
        <Scripts />
      </body>
    </html>
  );
}

/** One page with a loader, without a bundler. */
function buildOf({ waits }: { waits: boolean }): ServerBuild {
  const route = { id: 'root', path: '', hasAction: false, hasLoader: true, module: '/root.js' };
  const off = { hasClientAction: false, hasClientLoader: false, hasClientMiddleware: false };
  return {
    entry: { module: { ...entry, default: entry.handleRequest } },
    routes: {
      root: {
        ...route,
        module: {
          default: () => <Page waits={waits} />,
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
  const heard: { documents: string[]; errors: unknown[] } = { documents: [], errors: [] };
  const context = new RouterContextProvider();
  context.set(webRequestContext, {
    nonce: 'n',
    api: { browserBaseUrl: '/api' },
    documentTraceparent: '',
    browserTraces: false,
    onRenderError: (error: unknown) => heard.errors.push(error),
    onDocument: (html: string) => heard.documents.push(html),
  } as unknown as WebRequest);
  const answer = await createRequestHandler(build, 'production')(new Request('https://x.test/'), context);
  return { ...heard, status: answer.status };
}

describe('a document', () => {
  test('goes out whole, with the data of its loaders, and nothing in it waits for a script', async () => {
    const { documents, errors, status } = await render(buildOf({ waits: false }));
    expect({ errors, status }).toEqual({ errors: [], status: 200 });
    expect(documents).toHaveLength(1);
    expect(documents[0]).toMatch(/^<!DOCTYPE html><html/);
    expect(documents[0]).toContain('<h1>Über uns</h1>');
    expect(documents[0]).toContain('of the loader');
    expect(documents[0]).not.toMatch(/<template|<!--\$[?!]-->/);
  });

  test('that would have to wait for a part is an error and an error display, never a page with a hole', async () => {
    const { documents, errors, status } = await render(buildOf({ waits: true }));
    expect(status).toBe(500);
    expect(errors.map(String)).toEqual([expect.stringContaining('a part of the document had to wait')]);
    expect(documents).toEqual([expect.stringContaining('<h1>Sorry</h1>')]);
  });
});
