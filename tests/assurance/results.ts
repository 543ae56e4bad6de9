import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Finding } from '#support/assurance.ts';

const FOLDER = new URL('results/', import.meta.url);

/** What one test file counted in its last green run; stored in the repository, because all files together take hours. */
export interface FileResult {
  /** For example `contract/access/zero-staleness`. */
  readonly file: string;
  readonly minutes: number;
  /** Tests. */
  readonly passed: number;
  readonly findings: readonly (Finding & { readonly chapter: string })[];
}

/** @returns null if the file was never green with these sizes. */
export function readResult(file: string): FileResult | null {
  const path = pathOf(file);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FileResult) : null;
}

export function writeResult(result: FileResult): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(pathOf(result.file), `${JSON.stringify(result, null, 2)}\n`);
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(`${file.replaceAll('/', '-')}.json`, FOLDER));
}
