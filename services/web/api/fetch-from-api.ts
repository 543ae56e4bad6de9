/**
 * Sends a request to the API at the base that the document names, with the browser's cookie. The early script, which every
 * document contains, is bundled with it.
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

/** Sends a GET ahead of its browser loader. */
export function sendRead(path: string, headers: Record<string, string>): SentRead {
  const aborter = new AbortController();
  const response = fetchFromApi(path, {
    headers: { accept: 'application/json', ...headers },
    signal: aborter.signal,
  });
  response.catch(() => {
    // It is reported by the loader that takes the read. Without one it is no error.
  });
  return { path, response, abort: (reason) => aborter.abort(reason) };
}
