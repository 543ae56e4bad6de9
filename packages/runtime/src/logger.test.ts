import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { errorType } from './error-code.ts';

/** The lines that a program writes with `log`, a logger. The program may end with an error. */
async function linesOf(program: string): Promise<readonly Record<string, unknown>[]> {
  const logger = fileURLToPath(new URL('./logger.ts', import.meta.url));
  const start = `const { createLogger } = await import(${JSON.stringify(logger)});
    const log = createLogger({ service: 'x', level: 'info' });`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', `${start} ${program}`]);
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('the log of a process that ends', () => {
  const endings = [
    ['exits', 'process.exit(0)'],
    ['has nothing left to do', ''],
    ['throws', "throw new Error('x')"],
  ] as const;
  // Fewer than one batch, and more.
  const cases = [10, 1000].flatMap((count) => endings.map(([how, end]) => [how, count, end] as const));

  test.each(cases)('a process that %s loses none of its %d lines', async (_how, count, end) => {
    const lines = await linesOf(`for (let n = 0; n < ${count}; n += 1) log.info({ n }, 'line'); ${end}`);
    const numbers = lines.map(({ n }) => n);
    expect(numbers).toEqual(Array.from({ length: count }, (_, n) => n));
  });
});

describe('a line', () => {
  test.each(['cookie', 'set-cookie', 'password', 'token', 'email'])(
    'does not show the field “%s”',
    async (name) => {
      const [line] = await linesOf(`log.info({ ${JSON.stringify(name)}: 'a secret', id: '1' }, 'line');`);
      expect(line).toMatchObject({ [name]: '[redacted]', id: '1', msg: 'line' });
    },
  );
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
