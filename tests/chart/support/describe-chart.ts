import { describe } from '@jest/globals';
import { missingTools } from './tools.ts';

/** `describe`, where helm and its companions are; `announce.ts` says when they are not. */
export const describeChart = missingTools().length === 0 ? describe : describe.skip;
