import type { SentRead } from './fetch-from-api.ts';

/** How long the reads of a document wait for its scripts. */
export const DOCUMENT_READ_MILLIS = 30_000;

/** How long the reads of a link wait for the click. */
export const PREFETCH_MILLIS = 5000;

/** The reads of one page, sent ahead of its browser loader; at most one page has some. */
let kept: {
  /** Path and query of the page. */
  readonly page: string;
  /** By `Date.now()`. */
  readonly expiresAt: number;
  readonly reads: Map<string, SentRead>;
} | null = null;

/** Keeps reads for the next browser loader of a page, in place of all others. */
export function keepReads(page: string, sent: readonly SentRead[], expiresAt: number): void {
  dropReads();
  kept = { page, expiresAt, reads: new Map(sent.map((read) => [read.path, read])) };
}

/**
 * Takes the read that was sent ahead for a page's browser loader: once. A loader of another page drops what is kept, so
 * that a page that was left asks again.
 */
export function takeRead(page: string, path: string): SentRead | null {
  if (kept === null) return null;
  if (kept.page !== page || Date.now() > kept.expiresAt) dropReads();
  const read = kept?.reads.get(path) ?? null;
  kept?.reads.delete(path);
  return read;
}

/** Aborts and forgets all reads: a write, or a requested reload, has made them too old. */
export function dropReads(): void {
  const reads = kept?.reads.values() ?? [];
  kept = null;
  for (const read of reads) read.abort();
}

/** What `keepReads` and `takeRead` name a page by: its path and query. */
export function pageOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  return `${pathname}${search}`;
}
