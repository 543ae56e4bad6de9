/** Writes docs/evidence/assurance.md from the results of runs on several machines, without a run. */
import { writePage } from './page.ts';

writePage();
