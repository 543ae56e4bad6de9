import type { ApplicationStage } from '@gatehouse/contract/wire';

/** The stages that are a decision about an applicant: a move to one of them is confirmed with its email in view (U7). */
export type DecidedStage = 'offer' | 'rejected';

/** Whether a move to a stage is confirmed first; the others are instant, and undone within their minute. */
export function isDecided(stage: string): stage is DecidedStage & ApplicationStage {
  return stage === 'offer' || stage === 'rejected';
}

/** What a move to such a stage is about to do. */
export interface AskedMove {
  readonly stage: DecidedStage;
  readonly applications: readonly { readonly id: string; readonly name: string }[];
}
