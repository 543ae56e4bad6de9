import { setTimeout as delay } from 'node:timers/promises';
import { isLinearizable, type Model, type Operation } from './linearizability.ts';

/** What a client saw of one object. */
export interface History {
  readonly name: string;
  /** Null, or what happened, if no order of the operations explains what the client saw. */
  readonly findFlaw: () => string | null;
  readonly counted: HistoryCounts;
  /** When the first read after this moment began that was answered; null: none was. */
  readonly servedAfter: (moment: number) => number | null;
  /** Sends requests until `isOver`. */
  readonly run: (isOver: () => boolean) => Promise<void>;
}

/** The answered reads, and the writes or revocations by what the client knows of their outcome. */
export interface HistoryCounts {
  readonly reads: number;
  readonly acknowledged: number;
  readonly unknown: number;
}

/** Keeps the operations on one object, with the outcome that the client knows. */
export class Recorder<State extends string | number | boolean, Input, Output> {
  readonly #name: string;
  readonly #model: Model<State, Input, Output>;
  readonly #operations: Operation<Input, Output>[] = [];
  readonly #unexpected: string[] = [];

  constructor(name: string, model: Model<State, Input, Output>) {
    this.#name = name;
    this.#model = model;
  }

  /** @param outcome of a status; undefined: it must not occur. A 503 is an unknown outcome of a write, and none of a read. */
  async record(
    input: Input,
    send: () => Promise<{ status: number; text: string; body: unknown }>,
    outcome: (status: number, body: unknown) => Output | undefined,
  ): Promise<void> {
    const startedAt = performance.now();
    const { status, text, body } = await send();
    const endedAt = performance.now();
    const output = status === 503 ? null : outcome(status, body);
    if (output === undefined) this.#unexpected.push(`${JSON.stringify(input)}: ${status} ${text}`);
    else if (output !== null || input !== 'read')
      this.#operations.push({ input, output, startedAt, endedAt });
  }

  /** The history of what is recorded. */
  history(run: History['run']): History {
    const counted = () => this.#counted();
    return {
      name: this.#name,
      findFlaw: () => this.#findFlaw(),
      get counted() {
        return counted();
      },
      servedAfter: (moment) => this.#servedAfter(moment),
      run,
    };
  }

  #findFlaw(): string | null {
    if (this.#unexpected.length > 0) return [this.#name, ...this.#unexpected].join('\n');
    if (isLinearizable(this.#model, this.#operations)) return null;
    const lines = this.#operations.map(({ input, output, startedAt, endedAt }) =>
      [startedAt.toFixed(1), endedAt.toFixed(1), JSON.stringify(input), JSON.stringify(output)].join(' '),
    );
    return [this.#name, ...lines].join('\n');
  }

  #counted(): HistoryCounts {
    const writes = this.#operations.filter(({ input }) => input !== 'read');
    const acknowledged = writes.filter(({ output }) => output !== null).length;
    return {
      reads: this.#operations.length - writes.length,
      acknowledged,
      unknown: writes.length - acknowledged,
    };
  }

  #servedAfter(moment: number): number | null {
    const read = this.#operations.find(({ input, startedAt }) => input === 'read' && startedAt >= moment);
    return read?.startedAt ?? null;
  }
}

/** Repeats a request, one after the other. */
export async function untilOver(isOver: () => boolean, once: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    await once();
    // The number of operations, not their rate, is what the checker's time depends on.
    await delay(10);
  }
}
