import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { SpanBatches } from './span-batches.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const SETTINGS = { maxQueueSize: 10, maxExportBatchSize: 3, scheduledDelayMillis: 5000 };

/** Batches whose sending ends when it is told to. */
function heldBatches(settings = SETTINGS) {
  const sent: { body: string; answer: (isTaken: boolean) => void }[] = [];
  const batches = new SpanBatches(settings, Promise.resolve('{"attributes":[]}'), (body) => {
    // As it is when it goes, whatever becomes of the bytes.
    const text = Buffer.from(body).toString();
    return new Promise((answer) => sent.push({ body: text, answer }));
  });
  const add = (...spans: string[]) => {
    for (const span of spans) batches.add('scope', JSON.stringify(span));
  };
  return { batches, sent, add };
}

/** The spans of a request, by scope. */
function spansIn(body: string | undefined): [string, string[]][] {
  const [{ scopeSpans, resource }] = JSON.parse(body ?? '').resourceSpans;
  expect(resource).toEqual({ attributes: [] });
  return scopeSpans.map(({ scope, spans }: { scope: { name: string }; spans: string[] }) => [
    scope.name,
    spans,
  ]);
}
const settle = () => jest.advanceTimersByTimeAsync(0);

describe('the queue of spans', () => {
  test('sends a batch when it is full', async () => {
    const { sent, add } = heldBatches();
    add('a', 'b');
    await settle();
    expect(sent).toHaveLength(0);
    add('c');
    await settle();
    expect(sent.map(({ body }) => spansIn(body))).toEqual([[['scope', ['a', 'b', 'c']]]]);
  });

  test('sends what is there when its first span has waited long enough', async () => {
    const { sent, add } = heldBatches();
    add('a');
    await jest.advanceTimersByTimeAsync(4000);
    add('b');
    expect(sent).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(1000);
    expect(spansIn(sent[0]?.body)).toEqual([['scope', ['a', 'b']]]);
  });

  test.each([true, false])(
    'sends one after the other, also when one is not taken (taken: %s)',
    async (isTaken) => {
      const { sent, add } = heldBatches();
      add('a', 'b', 'c', 'd', 'e', 'f', 'g');
      await settle();
      expect(sent).toHaveLength(1);
      sent[0]?.answer(isTaken);
      await settle();
      expect(spansIn(sent[1]?.body)).toEqual([['scope', ['d', 'e', 'f']]]);
      sent[1]?.answer(isTaken);
      await settle();
      expect(sent).toHaveLength(2);
      await jest.advanceTimersByTimeAsync(5000);
      expect(spansIn(sent[2]?.body)).toEqual([['scope', ['g']]]);
    },
  );

  test('drops what comes while it is full, and takes more once there is room', async () => {
    const { sent, add } = heldBatches();
    add(...'abcdefghijklm');
    await settle();
    sent[0]?.answer(true);
    await settle();
    add('n');
    for (let next = 1; next < 4; next += 1) {
      await jest.advanceTimersByTimeAsync(5000);
      sent[next]?.answer(true);
    }
    const spans = sent.flatMap(({ body }) => spansIn(body).flatMap(([, ended]) => ended));
    expect(spans).toEqual([...'abcdefghijn']);
  });

  test('keeps scopes apart, and every letter', async () => {
    const { batches, sent } = heldBatches();
    batches.add('one', '"ü☃"');
    batches.add('two', '"b"');
    batches.add('two', '"c"');
    await settle();
    expect(spansIn(sent[0]?.body)).toEqual([
      ['one', ['ü☃']],
      ['two', ['b', 'c']],
    ]);
  });

  test('sends a batch with fewer spans where they are long, and drops one that fits into none', async () => {
    const { sent, add } = heldBatches();
    const [long, endless] = ['l'.repeat(60_000), 'e'.repeat(90_000)];
    add(long, long, long, endless, 'a', 'b', 'c');
    for (let next = 0; next < 3; next += 1) {
      await settle();
      sent[next]?.answer(true);
    }
    const spans = sent.map(({ body }) => spansIn(body).flatMap(([, ended]) => ended));
    expect(spans).toEqual([[long, long], [long], ['a', 'b', 'c']]);
  });

  test('at the end sends everything, and waits until it has gone', async () => {
    const { batches, sent, add } = heldBatches();
    await batches.flush();
    add('a', 'b', 'c', 'd');
    let isDone = false;
    const flushed = batches.flush().then(() => {
      isDone = true;
    });
    await settle();
    sent[0]?.answer(true);
    await settle();
    expect(isDone).toBe(false);
    sent[1]?.answer(true);
    await flushed;
    expect(spansIn(sent[1]?.body)).toEqual([['scope', ['d']]]);
  });
});
