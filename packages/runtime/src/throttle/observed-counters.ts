import { metrics } from '@opentelemetry/api';
import { createCounter, createObservable } from '../telemetry-catalogue.ts';
import { BoundedCounters } from './bounded-counters.ts';

const SCOPE = '@gatehouse/runtime';

/** Counters that report how many keys they hold and how many they had to evict. Made after the SDK's start. */
export function observedCounters(
  name: string,
  limits: { readonly windowMillis: number; readonly maxKeys: number },
): BoundedCounters {
  const attributes = { 'gatehouse.throttle.name': name };
  const evictions = createCounter(SCOPE, 'gatehouse.throttle.evictions');
  const counters = new BoundedCounters({ ...limits, onEviction: () => evictions.add(1, attributes) });
  createObservable(metrics.getMeter(SCOPE), 'gatehouse.throttle.keys').addCallback((result) => {
    result.observe(counters.size, attributes);
  });
  return counters;
}
