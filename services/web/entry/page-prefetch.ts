import { use, useCallback } from 'react';
import { UNSAFE_DataRouterContext, UNSAFE_FrameworkContext } from 'react-router';
import { traceHeader } from '#api/browser-trace.ts';
import { sendRead } from '#api/fetch-from-api.ts';
import { keepReads, PREFETCH_MILLIS, pageOf } from '#api/kept-reads.ts';
import { readPathsOf } from '#api/page-reads.ts';
import { currentAccount } from '#session/sign-in-again.ts';

/**
 * Prefetches a page: its scripts, and the reads of its browser loader. What the web tier would load is left to the click:
 * React Router's own prefetch asks an area's policy, at the cost of a session call, for an answer that no browser may reuse
 * (`no-store`). It has no other supported way to ask which scripts a page has, so this is the one file that reads its
 * contexts.
 * @returns a function that does nothing further once `intent` is aborted.
 */
export function usePagePrefetch(): (page: URL, intent: AbortSignal) => Promise<void> {
  const router = use(UNSAFE_DataRouterContext)?.router;
  const routes = use(UNSAFE_FrameworkContext)?.manifest.routes;
  return useCallback(
    async (page, intent) => {
      const matches = router?.match(pageOf(page)) ?? [];
      const parts = await Promise.all(
        matches.map(async ({ route: { id }, params }) => {
          const part = routes?.[id];
          if (part === undefined) return [];
          const others = [part.clientLoaderModule, part.clientActionModule, part.hydrateFallbackModule];
          const [module] = await Promise.all([part.module, ...others, ...(part.imports ?? [])].map(load));
          return readPathsOf(module?.handle, { url: page, params });
        }),
      ).catch(() => []); // The click reports what cannot be loaded.
      const isIdle = router?.state.navigation.state === 'idle';
      // Pages with reads are protected: to a visitor the API would refuse them.
      if (!intent.aborted && isIdle && currentAccount() !== null) prefetchReads(page, parts.flat());
    },
    [router, routes],
  );
}

interface Module {
  readonly handle?: unknown;
}

/** The same module that React Router gets on the click: browsers keep one per address. */
function load(module: string | undefined): Promise<Module> | null {
  return module === undefined ? null : (import(/* @vite-ignore */ module) as Promise<Module>);
}

function prefetchReads(page: URL, paths: readonly string[]): void {
  const sent = paths.map((path) => sendRead(path, traceHeader()));
  keepReads(pageOf(page), sent, Date.now() + PREFETCH_MILLIS);
}
