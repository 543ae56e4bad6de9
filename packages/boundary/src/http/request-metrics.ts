import type { IdentitySystem } from '@gatehouse/contract';
import { createCounter, createHistogram } from '@gatehouse/runtime';

/** A request that has ended. */
export interface EndedRequest {
  readonly method: string;
  /** The path template; null: no endpoint matched. */
  readonly route: string | null;
  readonly status: number;
  /** `allowed`, the refusal's code, or `error`. */
  readonly decision: string;
  readonly durationMillis: number;
  /** The identity system of a sign-in; null for every other endpoint. */
  readonly signsIn: IdentitySystem | null;
}

const SCOPE = '@gatehouse/boundary';

/** Rate, errors and duration of a service's requests, sign-ins and throttled requests. Create after the SDK has started, or nothing is exported. */
export class RequestMetrics {
  readonly #duration = createHistogram(SCOPE, 'http.server.request.duration');
  readonly #signIns = createCounter(SCOPE, 'gatehouse.sign_ins');
  readonly #throttled = createCounter(SCOPE, 'gatehouse.throttle.hits');

  record({ method, route, status, decision, durationMillis, signsIn }: EndedRequest): void {
    this.#duration.record(durationMillis / 1000, {
      'http.request.method': method,
      'http.response.status_code': status,
      ...(route === null ? {} : { 'http.route': route }),
      ...(status >= 500 ? { 'error.type': String(status) } : {}),
    });
    if (signsIn !== null) {
      this.#signIns.add(1, { 'gatehouse.identity_system': signsIn, 'access.decision': decision });
    }
    if (decision === 'rate_limited') this.#throttled.add(1, route === null ? {} : { 'http.route': route });
  }
}
