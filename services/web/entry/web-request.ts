import type { ApiService } from '@gatehouse/contract/api-services';
import { createContext } from 'react-router';

/**
 * One request, for the app's middleware and loaders. Nothing of it outlives the request (W4): a shared document is rendered
 * with a copy that has no cookie, and placeholders for the nonce and trace.
 */
export interface WebRequest {
  readonly nonce: string;
  /** The `Cookie` header: checked for presence and name only, and forwarded (W7). */
  readonly cookie: string | null;
  /** 32 lower-case hex digits: what a user can quote for this request. */
  readonly traceId: string;
  /** Our own W3C header for the API. */
  readonly traceparent: string;
  /** The same for the document; a placeholder in a shared one. */
  readonly documentTraceparent: string;
  /** Whether the API calls of the document's page join its trace. */
  readonly browserTraces: boolean;
  /** Text above every page; empty: none. */
  readonly notice: string;
  /** The email address at which users reach the people who run this site. */
  readonly contact: string;
  /** Scheme and host of this site, for canonical links. */
  readonly origin: string;
  readonly api: ApiAddresses;
  /** Whether a form was posted here, which no page does once its scripts run. */
  readonly isForm: boolean;
  /** Counts a search of this visitor's address, once a request: the seconds until it may search again; null: it may. */
  readonly countSearch: () => number | null;
  /** Runs a search when it is the turn of the visitor's network; null: too many searches of it wait. */
  readonly runSearch: RunSearch;
  /** The same; null where `runSearch` would wait. */
  readonly runSearchAtOnce: RunSearch;
  /** Counts the session calls of the request, for its span (B4). */
  readonly onSessionCall: () => void;
  /** Called with a policy's redirect. */
  readonly onPolicyRedirect: (path: string) => void;
  /** Called when an API read fails. */
  readonly onApiFailure: (failure: { readonly endpoint: string; readonly status: number }) => void;
  /** Called with an error of the rendering itself. */
  readonly onRenderError: (error: unknown) => void;
}

type RunSearch = <Result>(search: () => Promise<Result>) => Promise<Result | null>;

/**
 * The request for what several visitors wait for: it has no cookie of one of them (W4), and waits for no other searches of the network
 * that asked first. What would be left out for one network, such as counts, is not left out for all (G6).
 */
export function sharedRequest(webRequest: WebRequest): WebRequest {
  const { runSearchAtOnce: runSearch } = webRequest;
  return { ...webRequest, cookie: null, runSearch, runSearchAtOnce: (search) => search() };
}

/** Where the API is. */
export interface ApiAddresses {
  /** Bases that the web tier reads from while it renders. */
  readonly urls: Readonly<Record<ApiService, string>>;
  /** In front of every endpoint's path, on those bases. */
  readonly basePath: string;
  /** The base that browsers call, with the base path: `/api` or `https://api.example.com/api`. */
  readonly browserBaseUrl: string;
}

/** The key of the request's own knowledge in the router's context. */
export const webRequestContext = createContext<WebRequest>();
