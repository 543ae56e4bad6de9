import type { Logger } from '@gatehouse/runtime';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { INVALID_SPAN_CONTEXT, trace } from '@opentelemetry/api';
import type { Pool, QueryConfig } from 'pg';
import { AmbiguousSessionReport } from './ambiguous-sessions.ts';

const MINUTE_MILLIS = 60_000;
const ORIGIN = { span: trace.wrapSpanContext(INVALID_SPAN_CONTEXT), traceId: 'a'.repeat(32) };

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/**
 * A report on a pool whose first `failures` transactions have no connection. `send` returns the ids of the sessions that the
 * request has reported, after the transaction; `sendAtOnce` those of several requests.
 */
function reportWith({ failures = 0 } = {}) {
  let begun = 0;
  const events: unknown[][] = [];
  const logged: unknown[] = [];
  const error = new Error('no connection');
  const query = async (statement: string | QueryConfig) => {
    if (typeof statement !== 'string') events.push(statement.values ?? []);
    return { rows: [], command: String(statement).toUpperCase() };
  };
  const connect = async () => {
    begun += 1;
    if (begun <= failures) throw error;
    return { query, together: <T>(send: () => T) => send(), release: () => undefined };
  };
  const log = { error: (...entry: unknown[]) => logged.push(entry) } as unknown as Logger;
  const report = new AmbiguousSessionReport({ connect } as unknown as Pool, log);
  const sendAtOnce = async (...requests: string[][]) => {
    const before = events.length;
    for (const sessionIds of requests) report.report('user', sessionIds, ORIGIN);
    await new Promise((resolve) => setImmediate(resolve));
    return events.slice(before).flatMap((values) => values[4]);
  };
  const send = (...sessionIds: string[]) => sendAtOnce(sessionIds);
  return { send, sendAtOnce, error, events, logged, begun: () => begun };
}

describe('ambiguous sessions', () => {
  test('are reported with an audit event of each', async () => {
    const { send, events } = reportWith();
    expect(await send('two', 'one')).toEqual(['two', 'one']);
    const event = [
      'system',
      null,
      'user_session.found_ambiguous',
      'user_session',
      ['two', 'one'],
      '',
      '',
      ORIGIN.traceId,
      null,
    ];
    expect(events).toStrictEqual([event]);
  });

  test('are reported once a minute, in whichever order they come', async () => {
    const { send } = reportWith();
    expect(await send('one', 'two')).toEqual(['one', 'two']);
    jest.advanceTimersByTime(MINUTE_MILLIS);
    expect(await send('one', 'two')).toEqual([]);
    expect(await send('two', 'one')).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(await send('two', 'one')).toEqual(['two', 'one']);
    expect(await send('one', 'two')).toEqual([]);
  });

  test('G6: are reported once a minute, beside whichever others they come; what is not due takes no connection', async () => {
    const { send, begun } = reportWith();
    expect(await send('one', 'two')).toEqual(['one', 'two']);
    expect(await send('one', 'three')).toEqual(['three']);
    expect(await send('three', 'two')).toEqual([]);
    expect(begun()).toBe(2);
  });

  test('G6: are reported one request at a time; what came meanwhile, with the next one', async () => {
    const { send, sendAtOnce } = reportWith();
    expect(await sendAtOnce(['one', 'two'], ['three', 'four'], ['five', 'six'])).toEqual(['one', 'two']);
    expect(await send('three', 'four')).toEqual(['three', 'four']);
  });

  test('are forgotten when ten thousand others were reported after them', async () => {
    const { send } = reportWith();
    const others = Array.from({ length: 9999 }, (_, index) => `other-${index}`);
    await send('one', ...others);
    expect(await send('one', ...others)).toEqual([]);
    expect(await send('the last', 'other-0')).toEqual(['the last']);
    expect(await send('one', 'other-0')).toEqual(['one']);
  });

  test('are reported again where the audit event could not be written, which is logged', async () => {
    const { send, logged, error } = reportWith({ failures: 1 });
    expect(await send('one', 'two')).toEqual([]);
    expect(logged).toEqual([[{ err: error }, 'could not write the audit event of ambiguous sessions']]);
    expect(await send('one', 'two')).toEqual(['one', 'two']);
  });
});
