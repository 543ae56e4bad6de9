import type { ViewedSpan } from './spans.ts';

/** The spans of one request, from the first of our parts to the database. */
export interface ViewedTrace {
  readonly traceId: string;
  /** In the order of their starts. */
  readonly spans: readonly ViewedSpan[];
}

const MAX_TRACES = 200;

/** Keeps the newest traces in memory. */
export class RecentTraces {
  readonly #traces = new Map<string, ViewedSpan[]>();
  /** Shared queries stand in the trace of one request: here by span, to be shown with the requests that they served. */
  readonly #shared = new Map<string, ViewedSpan>();

  add(spans: readonly ViewedSpan[]): void {
    for (const span of spans) {
      if ('db.operation.batch.size' in span.attributes) {
        this.#shared.set(span.spanId, span);
        dropOldest(this.#shared, MAX_TRACES * 2);
        continue;
      }
      const known = this.#traces.get(span.traceId);
      if (known === undefined) this.#traces.set(span.traceId, [span]);
      else known.push(span);
    }
    dropOldest(this.#traces, MAX_TRACES);
  }

  /** Newest first. */
  list(): readonly ViewedTrace[] {
    return [...this.#traces]
      .map(([traceId, spans]) => ({ traceId, spans: [...spans].sort((a, b) => a.startedAt - b.startedAt) }))
      .sort((a, b) => (b.spans[0]?.startedAt ?? 0) - (a.spans[0]?.startedAt ?? 0));
  }

  /** The shared query that answered a request's wait, or null. */
  sharedQueryOf({ links }: ViewedSpan): ViewedSpan | null {
    for (const id of links) {
      const shared = this.#shared.get(id);
      if (shared !== undefined) return shared;
    }
    return null;
  }
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
