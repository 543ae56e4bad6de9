import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { errorType } from './logger.ts';

describe('the log of a process that ends', () => {
  const endings = [
    ['exits', 'process.exit(0)'],
    ['has nothing left to do', ''],
    ['throws', "throw new Error('x')"],
  ] as const;
  // Fewer than one batch, and more.
  const cases = [10, 1000].flatMap((count) => endings.map(([how, end]) => [how, count, end] as const));

  test.each(cases)('a process that %s loses none of its %d lines', async (_how, count, end) => {
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

describe('the type of an error', () => {
  test.each([
    ['the SQLSTATE of PostgreSQL', Object.assign(new Error('x'), { name: 'error', code: '53300' }), '53300'],
    ['the code of Node.js', Object.assign(new Error('x'), { code: 'ECONNRESET' }), 'ECONNRESET'],
    ['the name where there is no code', new TypeError('x'), 'TypeError'],
    ['the name of a DOMException', Object.assign(new Error('x'), { name: 'Aborted', code: 20 }), 'Aborted'],
    ['the type of what is no error', 'x', 'string'],
  ])('is %s', (_what, error, type) => {
    expect(errorType(error)).toBe(type);
  });
});
