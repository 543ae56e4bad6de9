import { getState, resetState, type State } from 'jest-circus';
import { jest } from './jest-globals.ts';
import { stryker } from './switch.ts';

/** Why a test failed; null: it passed. */
export type Failure = string | null;

type Block = State['rootDescribeBlock'];
type Hook = Block['hooks'][number];
type Test = Extract<Block['children'][number], { type: 'test' }>;

/** Where a mutant is reached by what hooks do before a test; tests have their indexes. */
export const IN_HOOKS = 'hooks';

let loads = 0;

/**
 * A test file whose tests run one at a time, in any order and repeatedly, on the system that its hooks have started. Hooks
 * of a block run before the block's first test and once; what they have started is stopped with the file.
 */
export class TestFile {
  readonly tests: readonly Test[];
  readonly #opened: Block[] = [];

  private constructor(tests: readonly Test[]) {
    this.tests = tests;
  }

  /** Loads it again each time: a test file holds state. */
  static async load(path: string): Promise<TestFile> {
    loads += 1;
    resetState();
    await import(`${path}?run=${loads}`);
    return new TestFile(testsOf(getState().rootDescribeBlock));
  }

  /** Runs the hooks that a test needs, where they have not run. @throws {Error} if a hook fails. */
  async open(index: number): Promise<void> {
    for (const block of blocksAround(this.#test(index))) {
      if (this.#opened.includes(block)) continue;
      this.#opened.push(block);
      stryker.currentTestId = IN_HOOKS;
      try {
        for (const { fn } of hooksOf(block, 'beforeAll')) await call(fn);
      } finally {
        delete stryker.currentTestId;
      }
    }
  }

  /** Runs a test with its own hooks. @throws {TestTimeout} after the time; the test may then still run. */
  async run(index: number, limitMillis: number): Promise<Failure> {
    const test = this.#test(index);
    const blocks = blocksAround(test);
    stryker.currentTestId = String(index);
    try {
      await inTime(limitMillis, async () => {
        try {
          for (const block of blocks) for (const { fn } of hooksOf(block, 'beforeEach')) await call(fn);
          await call(test.fn);
        } finally {
          for (const block of blocks.toReversed())
            for (const { fn } of hooksOf(block, 'afterEach')) await call(fn);
        }
      });
      return null;
    } catch (error) {
      if (error instanceof TestTimeout) {
        jest.useRealTimers();
        throw error;
      }
      return textOf(error);
    } finally {
      delete stryker.currentTestId;
    }
  }

  #test(index: number): Test {
    const test = this.tests[index];
    if (test === undefined) throw new Error(`no test ${index}`);
    return test;
  }

  /** Runs the remaining hooks; a failure there says nothing about a mutant. */
  async close(): Promise<void> {
    for (const block of this.#opened.splice(0).reverse())
      for (const { fn } of hooksOf(block, 'afterAll')) await call(fn).catch(() => undefined);
  }
}

/** A test or a hook that takes too long. */
export class TestTimeout extends Error {}

/** Those of Node.js: a test that takes too long may have put fake ones in their place. */
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;

export async function inTime<T>(limitMillis: number, run: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = startTimer(() => reject(new TestTimeout(`longer than ${limitMillis} ms`)), limitMillis);
  try {
    return await Promise.race([run(), late]);
  } finally {
    stopTimer(timer);
  }
}

export function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function testsOf({ children, mode }: Block): Test[] {
  if (mode === 'skip') return [];
  return children.flatMap((child) => {
    if (child.type === 'describeBlock') return testsOf(child);
    return child.mode === 'skip' || child.mode === 'todo' ? [] : [child];
  });
}

/** The outermost first. */
function blocksAround({ parent }: Test): Block[] {
  const blocks: Block[] = [];
  for (let block: Block | undefined = parent; block !== undefined; block = block.parent)
    blocks.unshift(block);
  return blocks;
}

function hooksOf({ hooks }: Block, wanted: Hook['type']): Hook[] {
  return hooks.filter(({ type }) => type === wanted);
}

async function call(fn: Test['fn'] | Hook['fn']): Promise<void> {
  await Reflect.apply(fn, {}, []);
}
