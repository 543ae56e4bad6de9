import { spawnSync } from 'node:child_process';

/** The arguments of Node.js that run jest with its options. */
export function jestArguments(options: readonly string[]): readonly string[] {
  return ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', ...options];
}

/**
 * Runs jest; its output goes to that of this process.
 * @param limitMillis after which it is killed.
 * @returns the exit code; null: it was killed.
 */
export function runJest(
  options: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  limitMillis?: number,
): number | null {
  const env = { ...process.env, ...environment };
  return spawnSync(process.execPath, jestArguments(options), {
    stdio: 'inherit',
    env,
    timeout: limitMillis,
    killSignal: 'SIGKILL',
  }).status;
}
