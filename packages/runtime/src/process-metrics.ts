import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { metrics } from '@opentelemetry/api';

const NANOS_PER_SECOND = 1e9;

/** Reports how late the event loop is and how busy, by the names of the semantic conventions. After the SDK's start. */
export function startProcessMetrics(): { stop(): void } {
  const meter = metrics.getMeter('@gatehouse/runtime');
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let before = performance.eventLoopUtilization();
  const gauges = {
    p50: meter.createObservableGauge('nodejs.eventloop.delay.p50', { unit: 's' }),
    p99: meter.createObservableGauge('nodejs.eventloop.delay.p99', { unit: 's' }),
    max: meter.createObservableGauge('nodejs.eventloop.delay.max', { unit: 's' }),
    utilization: meter.createObservableGauge('nodejs.eventloop.utilization', { unit: '1' }),
    memory: meter.createObservableUpDownCounter('process.memory.usage', { unit: 'By' }),
  };
  meter.addBatchObservableCallback((result) => {
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
