import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { metrics } from '@opentelemetry/api';
import { type Histogram, MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics';
import type pg from 'pg';
import { ObservedPool } from './observed-pool.ts';
import { PipelinedReads } from './pipelined-reads.ts';

class TestReader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

/** One whose connections come when the test says so. */
class HeldPool extends ObservedPool {
  readonly asked: PromiseWithResolvers<pg.PoolClient>[] = [];

  override connect(): Promise<pg.PoolClient> {
    const asked = Promise.withResolvers<pg.PoolClient>();
    this.asked.push(asked);
    return asked.promise;
  }
}

afterEach(() => {
  metrics.disable();
});

test('reads that wait behind a slow one in front of the pool wait for a connection of it, and how long counts', async () => {
  const reader = new TestReader();
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  const pool = new HeldPool({ max: 1, silenceMillis: 1000 }, 'held');
  const reads = new PipelinedReads(pool, { maxBatchSize: 1 });
  const measure = async () => {
    const { resourceMetrics } = await reader.collect();
    const all = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
    const measured = (name: string) => all.find((one) => one.descriptor.name === name)?.dataPoints[0]?.value;
    return {
      pending: measured('db.client.connection.pending_requests'),
      wait: measured('db.client.connection.wait_time') as Histogram,
    };
  };
  const results = Array.from({ length: 6 }, () => reads.query({ text: 'select 1' }, { destroyed: false }));
  await setImmediate();
  const { pending, wait } = await measure();
  expect([pool.asked.length, pending, wait.count]).toEqual([1, 5, 1]);

  for (let sent = 0; sent < results.length; sent += 1) {
    pool.asked[sent]?.reject(new Error('no connection'));
    await results[sent]?.catch(() => undefined);
    await setImmediate();
  }
  const after = await measure();
  expect([after.pending, after.wait.count]).toEqual([0, 6]);
  expect(after.wait.max).toBeGreaterThan(0);
});
