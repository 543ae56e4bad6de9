import { type Histogram, metrics } from '@opentelemetry/api';

/** Rate, errors and duration of what the web tier renders, and its session calls. Made after the SDK's start. */
export class DocumentMetrics {
  readonly #duration: Histogram;
  readonly #sessionCalls: Histogram;

  constructor() {
    const meter = metrics.getMeter('@gatehouse/web');
    this.#duration = meter.createHistogram('http.server.request.duration', {
      description: 'Duration of HTTP server requests.',
      unit: 's',
      advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] },
    });
    this.#sessionCalls = meter.createHistogram('gatehouse.session_calls', {
      description: 'Session calls to the API that one document or data request made.',
      unit: '{call}',
      advice: { explicitBucketBoundaries: [0, 1, 2] },
    });
  }

  /** @param host the build that rendered. */
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
