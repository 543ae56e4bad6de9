import type { Logger } from '@gatehouse/runtime';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { INVALID_SPAN_CONTEXT, trace } from '@opentelemetry/api';
import type { Pool, QueryConfig } from 'pg';
import { AmbiguousSessionReport } from './ambiguous-sessions.ts';

const MINUTE_MILLIS = 60_000;
const STARTED_AT = Date.parse('2026-03-01T12:00:00Z');
const ORIGIN = { span: trace.wrapSpanContext(INVALID_SPAN_CONTEXT), traceId: 'a'.repeat(32) };

let now = STARTED_AT;
beforeEach(() => {
  now = STARTED_AT;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/**
 * A report on a pool whose first `failures` transactions have no connection. `begun`: how many transactions have begun;
 * `committed` resolves with the values of the first commit's audit events, `logged` with what is logged first.
 */
function reportWith({ failures = 0 } = {}) {
  const begun = { count: 0 };
  const events: unknown[] = [];
  const committed = Promise.withResolvers<readonly unknown[]>();
  const logged = Promise.withResolvers<readonly unknown[]>();
  const error = new Error('no connection');
  const query = async (statement: string | QueryConfig) => {
    if (typeof statement !== 'string') events.push(statement.values);
    if (statement === 'commit') committed.resolve(events);
    return { rows: [], command: String(statement).toUpperCase() };
  };
  const connect = async () => {
    begun.count += 1;
    if (begun.count <= failures) throw error;
    return { query, release: () => undefined };
  };
  const log = { error: (...entry: unknown[]) => logged.resolve(entry) } as unknown as Logger;
  const report = new AmbiguousSessionReport({ connect } as unknown as Pool, log);
  const send = (...sessionIds: string[]) => {
    const before = begun.count;
    report.report('user', sessionIds, ORIGIN);
    return begun.count > before;
  };
  return { send, error, committed: committed.promise, logged: logged.promise };
}

describe('ambiguous sessions', () => {
  test('are reported with an audit event of each', async () => {
    const { send, committed } = reportWith();
    send('two', 'one');
    const event = (id: string) => [
      'system',
      null,
      'user_session.found_ambiguous',
      'user_session',
      id,
      '',
      '',
      ORIGIN.traceId,
      null,
    ];
    expect(await committed).toEqual([event('two'), event('one')]);
  });

  test('are reported once a minute, in whichever order they come', () => {
    const { send } = reportWith();
    expect(send('one', 'two')).toBe(true);
    now += MINUTE_MILLIS - 1;
    expect(send('one', 'two')).toBe(false);
    expect(send('two', 'one')).toBe(false);
    now += 1;
    expect(send('two', 'one')).toBe(true);
    expect(send('one', 'two')).toBe(false);
  });

  test('are reported beside others, which do not make it forget them', () => {
    const { send } = reportWith();
    expect(send('one', 'two')).toBe(true);
    expect(send('one', 'three')).toBe(true);
    expect(send('one', 'two')).toBe(false);
  });

  test('are forgotten when a thousand others are remembered', () => {
    const { send } = reportWith();
    expect(send('one', 'two')).toBe(true);
    for (let other = 1; other < 1000; other += 1) send('one', `other-${other}`);
    expect(send('one', 'two')).toBe(false);
    send('one', 'the last');
    expect(send('one', 'two')).toBe(true);
  });

  test('are reported again where the audit event could not be written, which is logged', async () => {
    const { send, logged, error } = reportWith({ failures: 1 });
    expect(send('one', 'two')).toBe(true);
    expect(await logged).toEqual([{ err: error }, 'could not write the audit event of ambiguous sessions']);
    expect(send('one', 'two')).toBe(true);
  });
});
