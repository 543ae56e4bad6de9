import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { LineBatches } from './line-batches.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function batchesOver(enough: number) {
  const written: string[] = [];
  const flushSync = jest.fn();
  const sink = { write: (text: string) => written.push(text), flushSync };
  return { written, flushSync, lines: new LineBatches(sink, { enough, mostMillis: 100 }) };
}

describe('lines that are written together', () => {
  test('wait until there is enough of them', () => {
    const { written, lines } = batchesOver(6);
    lines.write('a\n');
    lines.write('b\n');
    expect(written).toEqual([]);
    lines.write('c\n');
    expect(written).toEqual(['a\nb\nc\n']);
    jest.advanceTimersByTime(1000);
    expect(written).toHaveLength(1);
  });

  test('wait no longer than a moment, counted from the first', () => {
    const { written, lines } = batchesOver(100);
    lines.write('a\n');
    jest.advanceTimersByTime(60);
    lines.write('b\n');
    jest.advanceTimersByTime(40);
    expect(written).toEqual(['a\nb\n']);
    lines.write('c\n');
    jest.advanceTimersByTime(99);
    expect(written).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(written).toEqual(['a\nb\n', 'c\n']);
  });

  test('are written to the last at the end, and not twice', () => {
    const { written, flushSync, lines } = batchesOver(100);
    lines.write('a\n');
    lines.flushSync();
    lines.flushSync();
    jest.advanceTimersByTime(1000);
    expect(written).toEqual(['a\n']);
    expect(flushSync).toHaveBeenCalledTimes(1);
  });

  const endings = [
    ['exits', 'process.exit(0)'],
    ['has nothing left to do', ''],
    ['throws', "throw new Error('x')"],
  ] as const;
  // Fewer than are written at once, and more.
  const cases = [10, 1000].flatMap((count) => endings.map(([how, end]) => [how, count, end] as const));

  test.each(cases)('a process that %s loses none of its log of %d lines', async (_how, count, end) => {
    jest.useRealTimers();
    const logger = fileURLToPath(new URL('./logger.ts', import.meta.url));
    const program = `const { createLogger } = await import(${JSON.stringify(logger)});
      const log = createLogger({ service: 'x', level: 'info' });
      for (let n = 0; n < ${count}; n += 1) log.info({ n }, 'line'); ${end}`;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    const numbers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).n);
    expect(numbers).toEqual(Array.from({ length: count }, (_, n) => n));
  });
});
