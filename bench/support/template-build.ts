import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const TEMPLATE = fileURLToPath(new URL('../peers/react-router-template/', import.meta.url));
const BUILDER = fileURLToPath(new URL('../peers/node_modules/@react-router/dev/bin.cjs', import.meta.url));

/** Builds the bare template for production, with its own packages; this takes seconds. */
export async function buildTemplate(): Promise<void> {
  await promisify(execFile)(process.execPath, [BUILDER, 'build'], {
    cwd: TEMPLATE,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production' },
  });
}
