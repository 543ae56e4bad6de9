import { createHistogram } from '@gatehouse/runtime';

const SCOPE = '@gatehouse/web';

/** Rate, errors and duration of rendered documents, and their session calls. Create after the SDK has started. */
export class DocumentMetrics {
  readonly #duration = createHistogram(SCOPE, 'http.server.request.duration');
  readonly #sessionCalls = createHistogram(SCOPE, 'gatehouse.session_calls');

  /** @param host the build that has rendered. */
  record({
    host,
    method,
    status,
    sessionCalls,
    durationMillis,
  }: {
    host: string;
    method: string;
    status: number;
    sessionCalls: number;
    durationMillis: number;
  }): void {
    this.#duration.record(durationMillis / 1000, {
      'http.request.method': method,
      'http.response.status_code': status,
      'gatehouse.host': host,
      ...(status >= 500 ? { 'error.type': String(status) } : {}),
    });
    this.#sessionCalls.record(sessionCalls, { 'gatehouse.host': host });
  }
}
