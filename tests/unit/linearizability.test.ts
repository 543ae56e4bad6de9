import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isLinearizable, type Model, type Operation } from '#support/linearizability.ts';

/** A register: `write` sets it, a read returns it. */
type Input = { readonly write: number } | 'read';
const REGISTER: Model<number, Input, number | 'done'> = {
  initial: 0,
  step: (state, input, output) => {
    if (input === 'read') return output === null || output === state ? [state] : [];
    return output === null ? [input.write, state] : [input.write];
  },
};
/** The same, where a write of a value that no read returns is left out if its outcome is unknown. */
const WITHOUT_UNSEEN: typeof REGISTER = {
  ...REGISTER,
  canExplain: (input, output) => input !== 'read' && input.write === output,
};
const write = (value: number, startedAt: number, endedAt: number): Operation<Input, number | 'done'> => ({
  input: { write: value },
  output: 'done',
  startedAt,
  endedAt,
});
const read = (value: number, startedAt: number, endedAt: number): Operation<Input, number | 'done'> => ({
  input: 'read',
  output: value,
  startedAt,
  endedAt,
});
const unknown = (value: number, startedAt: number): Operation<Input, number | 'done'> => ({
  input: { write: value },
  output: null,
  startedAt,
  endedAt: startedAt + 1,
});

describe('the linearizability checker', () => {
  test.each([
    ['nothing', []],
    ['one after the other', [write(1, 0, 1), read(1, 2, 3)]],
    ['reads that overlap a write see it or not', [write(1, 0, 10), read(0, 1, 2), read(1, 3, 4)]],
    // From Porcupine's tests.
    ['a write that overlaps everything', [write(100, 0, 100), read(100, 25, 75), read(0, 30, 60)]],
    ['an unknown write that took effect late', [unknown(1, 0), read(0, 5, 6), read(1, 7, 8)]],
    ['an unknown write that never took effect', [unknown(1, 0), read(0, 5, 6), read(0, 7, 8)]],
  ])('accepts %s', (_name, history) => {
    expect(isLinearizable(REGISTER, history)).toBe(true);
  });

  test.each([
    ['a lost write', [write(1, 0, 1), read(0, 2, 3)]],
    ['a value that was never written', [write(1, 0, 1), read(2, 2, 3)]],
    // From Porcupine's tests.
    ['a read that goes back', [write(200, 0, 100), read(200, 10, 30), read(0, 40, 90)]],
    ['an unknown write that was seen and then lost', [unknown(1, 0), read(1, 5, 6), read(0, 7, 8)]],
    ['an effect before its start', [read(1, 0, 1), write(1, 2, 3)]],
  ])('rejects %s', (_name, history) => {
    expect(isLinearizable(REGISTER, history)).toBe(false);
  });

  test('finds a write that an outage has lost, whatever number of others it left unknown', () => {
    const unknown = Array.from({ length: 300 }, (_, index) => ({
      ...write(index + 2, 10 + index, 10 + index),
      output: null,
    }));
    const history = (seen: number) => [write(1, 0, 1), ...unknown, read(seen, 400, 401)];
    expect(isLinearizable(WITHOUT_UNSEEN, history(0))).toBe(false);
    expect(isLinearizable(WITHOUT_UNSEEN, history(1))).toBe(true);
    expect(isLinearizable(WITHOUT_UNSEEN, history(200))).toBe(true);
  });

  test('agrees with trying every order', () => {
    const operation = fc
      .record({
        input: fc.oneof(fc.constant('read' as const), fc.record({ write: fc.integer({ min: 1, max: 2 }) })),
        seen: fc.integer({ min: 0, max: 2 }),
        isKnown: fc.boolean(),
        startedAt: fc.integer({ min: 0, max: 12 }),
        took: fc.integer({ min: 0, max: 6 }),
      })
      .map(({ input, seen, isKnown, startedAt, took }): Operation<Input, number | 'done'> => {
        const output = isKnown || input === 'read' ? (input === 'read' ? seen : 'done') : null;
        return { input, output, startedAt, endedAt: startedAt + took };
      });
    let accepted = 0;
    let rejected = 0;
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 6 }), (history) => {
        const expected = someOrderExplains(history, REGISTER.initial);
        if (expected) accepted += 1;
        else rejected += 1;
        expect(isLinearizable(REGISTER, history)).toBe(expected);
        expect(isLinearizable(WITHOUT_UNSEEN, history)).toBe(expected);
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(accepted, rejected)).toBeGreaterThan(300);
  });
});

/** By definition: some operation that no other one ended before can come first, and the rest follows. */
function someOrderExplains(history: readonly Operation<Input, number | 'done'>[], state: number): boolean {
  if (history.every(({ output }) => output === null)) return true;
  return history.some((first, index) => {
    const rest = history.filter((_, other) => other !== index);
    const isFirst = rest.every(({ output, endedAt }) => output === null || endedAt >= first.startedAt);
    return (
      isFirst && REGISTER.step(state, first.input, first.output).some((next) => someOrderExplains(rest, next))
    );
  });
}
