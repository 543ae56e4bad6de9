import { type ClientConnection, errorType } from '@gatehouse/runtime';
import type { PipelinedReads } from '@gatehouse/runtime/database';
import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { QueryConfig, QueryResult } from 'pg';
import type { Queryable, Statement } from './statement.ts';

const tracer = trace.getTracer('@gatehouse/boundary');

/** A connection or a pool. */
interface Connection {
  query(query: QueryConfig): Promise<QueryResult>;
}

/** Runs a named statement under a CLIENT span; values never enter the span. */
export async function tracedQuery<Row>(
  connection: Connection,
  { name, text }: Statement<Row>,
  values: readonly unknown[],
  parent: Span,
): Promise<Row[]> {
  const query = { name, text, values: [...values] };
  const { rows } = await inQuerySpan(name, parent, () => connection.query(query));
  return rows as Row[];
}

/** Runs what sends a statement under a CLIENT span. */
export async function inQuerySpan<Result>(
  name: string,
  parent: Span,
  run: () => Promise<Result>,
): Promise<Result> {
  // No span for an unsampled trace: this runs on every request.
  if (!parent.isRecording()) return run();
  const span = tracer.startSpan(
    name,
    {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
    },
    trace.setSpan(context.active(), parent),
  );
  try {
    return await run();
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Reads as handlers see them. A query that waits for a connection is not sent once the client has disconnected. */
export function tracedReads(
  reads: PipelinedReads,
  { span, client }: { readonly span: Span; readonly client: ClientConnection },
): Queryable {
  const connection: Connection = { query: (query) => reads.query(query, client) };
  return { query: (statement, values) => tracedQuery(connection, statement, values, span) };
}
