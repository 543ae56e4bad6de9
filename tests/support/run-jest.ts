import { spawnSync } from 'node:child_process';

/** The arguments of Node.js that run jest with its options. */
export function jestArguments(options: readonly string[]): readonly string[] {
  return ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', ...options];
}

/** Runs jest; its output goes to that of this process. @returns the exit code. */
export function runJest(
  options: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): number {
  const env = { ...process.env, ...environment };
  return spawnSync(process.execPath, jestArguments(options), { stdio: 'inherit', env }).status ?? 1;
}
