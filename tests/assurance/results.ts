import { readFileSync } from 'node:fs';
import type { Finding } from '#support/assurance.ts';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { contentDigest, storedResults } from '#support/stored-results.ts';

/** What one test file counted in its last green run. */
export interface FileResult {
  /** For example `contract/access/zero-staleness`. */
  readonly file: string;
  /** Of the run, `2026-11-28`. */
  readonly date: string;
  /** At which the run began, `12bc76ce`; absent in older results. */
  readonly commit?: string;
  /** See `digestOf`. */
  readonly digest: string;
  readonly minutes: number;
  /** Tests. */
  readonly passed: number;
  readonly findings: readonly (Finding & { readonly chapter: string })[];
}

export const assuranceResults = storedResults<FileResult>(new URL('results/', import.meta.url));

/** The path of a test file from the root. A contract test on containers is the same file. */
export function pathOf(file: string): string {
  const test = file.replace(/^containers\/contract\//, 'contract/');
  return `tests/${test}${file.startsWith('support/') ? '' : '.test'}.ts`;
}

/** Changes with the content of a test file, and with no other file. */
export function digestOf(file: string): string {
  return contentDigest(readFileSync(new URL(pathOf(file), REPOSITORY_ROOT), 'utf8'));
}
