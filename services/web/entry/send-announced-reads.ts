import { type SentRead, sendRead } from '#api/fetch-from-api.ts';

/** What the early script passes on to the page's scripts. */
export interface EarlyReads {
  readonly sent: readonly SentRead[];
  /** By `Date.now()`. */
  readonly sentAt: number;
}

declare global {
  interface Window {
    gatehouseEarlyReads?: EarlyReads;
  }
}

/** Sends the reads that the document announces, before any other script has arrived. */
export function sendAnnouncedReads(): void {
  const { reads = '[]', traceparent } = document.currentScript?.dataset ?? {};
  const headers: Record<string, string> = traceparent === undefined ? {} : { traceparent };
  const paths: string[] = JSON.parse(reads);
  window.gatehouseEarlyReads = {
    sent: paths.map((path) => sendRead(path, headers)),
    sentAt: Date.now(),
  };
}
