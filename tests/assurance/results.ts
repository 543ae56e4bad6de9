import type { Finding } from '#support/assurance.ts';
import { storedResults } from '#support/stored-results.ts';

/** What one test file counted in its last green run. */
export interface FileResult {
  /** For example `contract/access/zero-staleness`. */
  readonly file: string;
  readonly minutes: number;
  /** Tests. */
  readonly passed: number;
  readonly findings: readonly (Finding & { readonly chapter: string })[];
}

export const assuranceResults = storedResults<FileResult>(new URL('results/', import.meta.url));
