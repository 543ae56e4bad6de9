import { context, type Span, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('@gatehouse/boundary');

/** A shorter wait has no span: most requests wait for nothing. */
const MIN_MILLIS = 1;

/**
 * Begins a wait of a request.
 * @param name of its span, which is within the parent's.
 * @returns ends the wait, and returns its seconds.
 */
export function startWait(name: string, parent: Span): () => number {
  const startedAt = performance.now();
  const startTime = Date.now();
  return () => {
    const millis = performance.now() - startedAt;
    if (millis >= MIN_MILLIS && parent.isRecording()) {
      tracer.startSpan(name, { startTime }, trace.setSpan(context.active(), parent)).end();
    }
    return millis / 1000;
  };
}
