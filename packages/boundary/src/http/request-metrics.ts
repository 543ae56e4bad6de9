import type { IdentitySystem } from '@gatehouse/contract';
import { createCounter, createHistogram } from '@gatehouse/runtime';

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

const SCOPE = '@gatehouse/boundary';

/** Rate, errors, duration and decisions of a service's requests. Made after the SDK's start, or it counts nothing. */
export class RequestMetrics {
  readonly #duration = createHistogram(SCOPE, 'http.server.request.duration');
  readonly #decisions = createCounter(SCOPE, 'gatehouse.access.decisions');
  readonly #signIns = createCounter(SCOPE, 'gatehouse.sign_ins');
  readonly #throttled = createCounter(SCOPE, 'gatehouse.throttle.hits');

  record({ method, route, rule, status, decision, durationMillis, signsIn }: EndedRequest): void {
    this.#duration.record(durationMillis / 1000, {
      'http.request.method': method,
      'http.response.status_code': status,
      ...(route === null ? {} : { 'http.route': route }),
      ...(status >= 500 ? { 'error.type': String(status) } : {}),
    });
    if (rule !== null) this.#decisions.add({ 'access.rule': rule, 'access.decision': decision });
    if (signsIn !== null) {
      this.#signIns.add({ 'gatehouse.identity_system': signsIn, 'access.decision': decision });
    }
    if (decision === 'rate_limited') this.#throttled.add(route === null ? {} : { 'http.route': route });
  }
}
