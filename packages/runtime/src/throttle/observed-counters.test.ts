import { afterEach, expect, test } from '@jest/globals';
import { metrics } from '@opentelemetry/api';
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics';
import { AddressLimit } from './address-limit.ts';
import { observedCounters } from './observed-counters.ts';

class TestReader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

afterEach(() => {
  metrics.disable();
});

/** Each value that is measured after `run`: scope, name, value and attributes. */
async function measuredAfter(run: () => void) {
  const reader = new TestReader();
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  run();
  const { resourceMetrics } = await reader.collect();
  return resourceMetrics.scopeMetrics
    .flatMap(({ scope, metrics: measured }) =>
      measured.flatMap(({ descriptor, dataPoints }) =>
        dataPoints.map(({ value, attributes }) => [scope.name, descriptor.name, value, attributes]),
      ),
    )
    .toSorted();
}

test('F7: the size of a throttle and what it evicted are metrics of its name', async () => {
  const values = await measuredAfter(() => {
    const counters = observedCounters('sign-in:address', { windowMillis: 60_000, maxKeys: 2 });
    for (const key of ['a', 'b', 'c', 'd', 'e']) counters.add(key);
  });
  const attributes = { 'gatehouse.throttle.name': 'sign-in:address' };
  expect(values).toEqual([
    ['@gatehouse/runtime', 'gatehouse.throttle.evictions', 3, attributes],
    ['@gatehouse/runtime', 'gatehouse.throttle.keys', 2, attributes],
  ]);
});

test('F7: a limit by address has three of them', async () => {
  const values = await measuredAfter(() => {
    const limit = new AddressLimit({ name: 'search', limit: 10, windowSeconds: 60, maxKeys: 10 });
    for (const address of ['192.0.2.1', '2001:db8:0:1::', '2001:db8:0:2::']) limit.use(address);
  });
  expect(values.map(([, , value, attributes]) => [attributes, value])).toEqual([
    [{ 'gatehouse.throttle.name': 'search:network' }, 1],
    [{ 'gatehouse.throttle.name': 'search:widest-network' }, 1],
    [{ 'gatehouse.throttle.name': 'search:address' }, 3],
  ]);
});
