import { createContext, use } from 'react';

/** What the document needs to know that is no route data. */
export interface WebPage {
  /** Of the Content-Security-Policy; empty in the browser, where the document already has it. */
  readonly nonce: string;
  /** The API paths that the early script reads, as JSON; undefined: none. */
  readonly earlyReads: string | undefined;
  /** The id of the account whose page this is; empty: signed out; undefined: unknown (W3), or in the browser, where the document has it. */
  readonly account: string | undefined;
  /** The base that the browser calls the API at. */
  readonly apiBaseUrl: string;
  /** W3C header of the request that made the document, for whatever traces in the browser. */
  readonly traceparent: string;
  /** Whether the browser's API calls carry it. */
  readonly browserTraces: boolean;
  /** Text above every page; empty: none. */
  readonly notice: string;
  /** The email address at which users reach the people who run this site. */
  readonly contact: string;
}

/** Provided by the server's and the browser's entry. */
export const WebPageContext = createContext<WebPage | null>(null);

/** @throws {Error} outside the two entries. */
export function useWebPage(): WebPage {
  const page = use(WebPageContext);
  if (page === null) throw new Error('the entry provides no WebPageContext');
  return page;
}
