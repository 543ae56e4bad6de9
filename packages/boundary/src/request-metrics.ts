import { type Counter, type Histogram, metrics } from '@opentelemetry/api';
import type { IdentitySystem } from './session-cookies.ts';

/** What a request's end tells. */
export interface EndedRequest {
  readonly method: string;
  /** The path template; null where no endpoint was found. */
  readonly route: string | null;
  /** The access rule's name; null where no endpoint was found. */
  readonly rule: string | null;
  readonly status: number;
  /** `allowed`, the refusal's code, or `error`. */
  readonly decision: string;
  readonly durationMillis: number;
  /** The identity system to which the endpoint signs people in; null for every other endpoint. */
  readonly signsIn: IdentitySystem | null;
}

/** Rate, errors, duration and decisions of a service's requests. Made after the SDK's start, or it counts nothing. */
export class RequestMetrics {
  readonly #duration: Histogram;
  readonly #decisions: Counter;
  readonly #signIns: Counter;
  readonly #throttled: Counter;

  constructor() {
    const meter = metrics.getMeter('@gatehouse/boundary');
    this.#duration = meter.createHistogram('http.server.request.duration', {
      description: 'Duration of HTTP server requests.',
      unit: 's',
      advice: {
        explicitBucketBoundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      },
    });
    this.#decisions = meter.createCounter('gatehouse.access.decisions', {
      description: 'Requests by access rule and decision: allowed, or the code of the refusal.',
      unit: '{request}',
    });
    this.#signIns = meter.createCounter('gatehouse.sign_ins', {
      description: 'Sign-ins by identity system and outcome: allowed, or the code of the refusal.',
      unit: '{attempt}',
    });
    this.#throttled = meter.createCounter('gatehouse.throttle.hits', {
      description: 'Requests that a throttle has refused.',
      unit: '{request}',
    });
  }

  record({ method, route, rule, status, decision, durationMillis, signsIn }: EndedRequest): void {
    this.#duration.record(durationMillis / 1000, {
      'http.request.method': method,
      'http.response.status_code': status,
      ...(route === null ? {} : { 'http.route': route }),
      ...(status >= 500 ? { 'error.type': String(status) } : {}),
    });
    if (rule !== null) this.#decisions.add(1, { 'access.rule': rule, 'access.decision': decision });
    if (signsIn !== null) {
      this.#signIns.add(1, { 'gatehouse.identity_system': signsIn, 'access.decision': decision });
    }
    if (decision === 'rate_limited') this.#throttled.add(1, route === null ? {} : { 'http.route': route });
  }
}
