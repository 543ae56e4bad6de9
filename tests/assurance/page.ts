import { writeFileSync } from 'node:fs';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { ALL_FILES } from './files.ts';
import { renderAssurance } from './render.ts';
import { assuranceResults } from './results.ts';

/** Writes docs/evidence/assurance.md from the stored results. By itself: those of runs on several machines. */
export function writePage(): void {
  const results = ALL_FILES.map(assuranceResults.read).filter((one) => one !== null);
  const missing = ALL_FILES.filter((one) => !results.some((other) => other.file === one));
  writeFileSync(new URL('docs/evidence/assurance.md', REPOSITORY_ROOT), renderAssurance(results, missing));
}

if (import.meta.main) writePage();
