import { appendFileSync } from 'node:fs';

/** What a test that tries to break something has counted. */
export interface Finding {
  /** What was tried, for example `a membership is revoked`. */
  readonly tried: string;
  /** How often, with its unit: `{ rounds: 400, answers: 3200 }`. */
  readonly counted: Readonly<Record<string, number>>;
}

/**
 * Keeps a finding for docs/evidence/assurance.md when `ASSURANCE_RECORD` names a file (`make assurance`); says nothing elsewhere. It
 * is called after the last expectation, so that each record is true.
 * @param chapter of the record, for example `Linearizable revocation`.
 */
export function recordFinding(chapter: string, finding: Finding): void {
  const file = process.env['ASSURANCE_RECORD'];
  if (file !== undefined && file !== '') appendFileSync(file, `${JSON.stringify({ chapter, ...finding })}\n`);
}
