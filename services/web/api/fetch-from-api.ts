/**
 * Sends a request to the API at the base that the document names, with the browser's cookie. It names nothing outside
 * itself: the early script contains it as text.
 */
export function fetchFromApi(path: string, init: RequestInit): Promise<Response> {
  const base = document.documentElement.dataset['apiBaseUrl'] ?? '/api';
  const isOtherOrigin = new URL(base, location.href).origin !== location.origin;
  return fetch(`${base}${path}`, { ...init, credentials: isOtherOrigin ? 'include' : 'same-origin' });
}

/** A read that was sent before a browser loader asks for it. */
export interface SentRead {
  /** With its query, below the API's base. */
  readonly path: string;
  readonly response: Promise<Response>;
  /** Ends it; the response is rejected with the reason. */
  readonly abort: (reason?: unknown) => void;
}

/** Sends a GET ahead of its browser loader. It names nothing outside itself, either. */
export function sendRead(send: typeof fetchFromApi, path: string, headers: Record<string, string>): SentRead {
  const aborter = new AbortController();
  const response = send(path, {
    headers: { accept: 'application/json', ...headers },
    signal: aborter.signal,
  });
  response.catch(() => {
    // It is reported by the loader that takes the read. Without one it is no error.
  });
  return { path, response, abort: (reason) => aborter.abort(reason) };
}
