import { describe } from '@jest/globals';
import { missingTools } from './tools.ts';

/** `describe` if helm and the other tools are installed, else `describe.skip`; `announce.ts` prints a warning then. */
export const describeChart = missingTools().length === 0 ? describe : describe.skip;
