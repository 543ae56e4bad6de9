/**
 * A linearizability checker: the algorithm of Wing and Gong with Lowe's cache, as Porcupine uses it
 * (https://github.com/anishathalye/porcupine).
 */

/** One operation of a history. Times are of one clock, in any unit. */
export interface Operation<Input, Output> {
  readonly input: Input;
  /** Null: the outcome is unknown. Such an operation may take effect at any time after its start, or never. */
  readonly output: Output | null;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** What one object does, one operation at a time. States are compared by value, so they are primitive. */
export interface Model<State extends string | number | boolean, Input, Output> {
  readonly initial: State;
  /** The states that an operation may lead to; none: it cannot have this output. An unknown output is null. */
  readonly step: (state: State, input: Input, output: Output | null) => readonly State[];
  /**
   * Whether an operation can be the reason of an output. One with an unknown outcome that is the reason of none explains nothing: it is
   * left out, as each one that is not doubles what a history with a flaw takes. Every operation can, unless told.
   */
  readonly canExplain?: (input: Input, output: Output) => boolean;
}

interface Entry {
  readonly operation: number;
  /** The entry of its end; null: this is the end. */
  readonly end: Entry | null;
  readonly at: number;
  previous: Entry | null;
  next: Entry | null;
}

/**
 * Whether some order of the operations, in which each takes effect between its start and its end, explains every output.
 * Takes time exponential in the number of operations that overlap, which is small here.
 */
export function isLinearizable<State extends string | number | boolean, Input, Output>(
  { initial, step, canExplain = () => true }: Model<State, Input, Output>,
  operations: readonly Operation<Input, Output>[],
): boolean {
  const outputs = operations.flatMap(({ output }) => (output === null ? [] : [output]));
  const history = operations.filter(
    ({ input, output }) => output !== null || outputs.some((one) => canExplain(input, one)),
  );
  const head = linkedEntries(history);
  const seen = new Set<string>();
  const done: {
    readonly entry: Entry;
    readonly end: Entry;
    readonly states: Iterator<State>;
    readonly before: State;
  }[] = [];
  let linearized = 0n;
  let state = initial;

  /** Tries the next state of an operation; returns whether there is one that has not been tried. */
  const take = (entry: Entry, end: Entry, states: Iterator<State>, before: State): boolean => {
    const bit = 1n << BigInt(entry.operation);
    for (let next = states.next(); next.done !== true; next = states.next()) {
      const key = `${linearized | bit}:${typeof next.value}:${next.value}`;
      if (seen.has(key)) continue;
      seen.add(key);
      done.push({ entry, end, states, before });
      linearized |= bit;
      state = next.value;
      lift(entry, end);
      return true;
    }
    return false;
  };

  let entry = head.next;
  while (head.next !== null && entry !== null) {
    if (entry.end !== null) {
      const { input, output } = history[entry.operation] as Operation<Input, Output>;
      const states = step(state, input, output)[Symbol.iterator]();
      entry = take(entry, entry.end, states, state) ? head.next : entry.next;
      continue;
    }
    // An operation has ended that could not take effect: the last choice was wrong.
    for (;;) {
      const last = done.pop();
      if (last === undefined) return false;
      state = last.before;
      linearized &= ~(1n << BigInt(last.entry.operation));
      unlift(last.entry, last.end);
      if (take(last.entry, last.end, last.states, last.before)) {
        entry = head.next;
        break;
      }
      if (last.entry.next !== null) {
        entry = last.entry.next;
        break;
      }
    }
  }
  return true;
}

/** Starts and ends in the order of time, after a head. At the same time a start comes first: the two overlap. */
function linkedEntries(history: readonly Operation<unknown, unknown>[]): Entry {
  const entries = history.flatMap(({ output, startedAt, endedAt }, operation) => {
    const links = { operation, previous: null, next: null };
    const end: Entry = { ...links, end: null, at: output === null ? Number.POSITIVE_INFINITY : endedAt };
    return [{ ...links, end, at: startedAt } satisfies Entry, end];
  });
  entries.sort((left, right) => left.at - right.at || Number(left.end === null) - Number(right.end === null));
  const head: Entry = { operation: -1, end: null, at: Number.NEGATIVE_INFINITY, previous: null, next: null };
  let last = head;
  for (const entry of entries) {
    last.next = entry;
    entry.previous = last;
    last = entry;
  }
  return head;
}

function lift(...entries: readonly Entry[]): void {
  for (const { previous, next } of entries) {
    if (previous !== null) previous.next = next;
    if (next !== null) next.previous = previous;
  }
}

/** Undoes `lift`, in the opposite order. */
function unlift(...entries: readonly Entry[]): void {
  for (const entry of entries.toReversed()) {
    if (entry.previous !== null) entry.previous.next = entry;
    if (entry.next !== null) entry.next.previous = entry;
  }
}
