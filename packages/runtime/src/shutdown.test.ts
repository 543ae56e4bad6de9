import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from '@jest/globals';

const STARTS = `console.log('starting'); setInterval(() => {}, 60_000);`;
const runs = (stop: string) => `
  const { runUntilSignal } = await import('${new URL('./shutdown.ts', import.meta.url).href}');
  runUntilSignal({ info: () => {}, error: () => {} }, ${stop});
  ${STARTS}
`;

/** Runs the code as an image does, and sends it the signal once it prints. @returns how it ended. */
async function stopped(code: string, signal: NodeJS.Signals): Promise<unknown> {
  const early = new URL('./end-on-signal.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', early, '--input-type=module', '-e', code]);
  await once(child.stdout, 'data');
  child.kill(signal);
  const [exitCode, endedBy] = await once(child, 'exit');
  return { exitCode, endedBy };
}

describe('a process of an image that is stopped', () => {
  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    'F5: by %s while it starts: it handles the signal and exits with %d',
    async (signal, exitCode) => {
      expect(await stopped(STARTS, signal)).toEqual({ exitCode, endedBy: null });
    },
  );

  test.each([
    ['closes everything, and exits with 0', 'async () => {}', 0],
    ['exits with 1 when closing failed', `async () => { throw new Error('stuck') }`, 1],
  ])('F5: once it runs: it %s', async (_how, stop, exitCode) => {
    expect(await stopped(runs(stop), 'SIGTERM')).toEqual({ exitCode, endedBy: null });
  });
});
