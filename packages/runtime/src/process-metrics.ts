import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { metrics } from '@opentelemetry/api';
import { createObservable } from './telemetry-catalogue.ts';

const NANOS_PER_SECOND = 1e9;

/** Reports how late the event loop is and how busy, by the names of the semantic conventions. After the SDK's start. */
export function startProcessMetrics(): { stop(): void } {
  const meter = metrics.getMeter('@gatehouse/runtime');
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let before = performance.eventLoopUtilization();
  const gauges = {
    p50: createObservable(meter, 'nodejs.eventloop.delay.p50'),
    p99: createObservable(meter, 'nodejs.eventloop.delay.p99'),
    max: createObservable(meter, 'nodejs.eventloop.delay.max'),
    utilization: createObservable(meter, 'nodejs.eventloop.utilization'),
    memory: createObservable(meter, 'process.memory.usage'),
  };
  meter.addBatchObservableCallback<Record<string, never>>((result) => {
    result.observe(gauges.p50, delay.percentile(50) / NANOS_PER_SECOND);
    result.observe(gauges.p99, delay.percentile(99) / NANOS_PER_SECOND);
    result.observe(gauges.max, delay.max / NANOS_PER_SECOND);
    delay.reset();
    const now = performance.eventLoopUtilization();
    result.observe(gauges.utilization, performance.eventLoopUtilization(now, before).utilization);
    before = now;
    result.observe(gauges.memory, process.memoryUsage.rss());
  }, Object.values(gauges));
  return { stop: () => delay.disable() };
}
