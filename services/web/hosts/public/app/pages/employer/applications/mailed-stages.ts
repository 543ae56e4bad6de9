import type { ApplicationStage } from '@gatehouse/contract/wire';

/** The stages that the applicant is mailed about: a move to one of them is confirmed with its email in view (U7). */
export type MailedStage = 'interview' | 'offer' | 'rejected';

/** Whether a move to a stage is confirmed first; the others are instant. */
export function isMailed(stage: string): stage is MailedStage & ApplicationStage {
  return stage === 'interview' || stage === 'offer' || stage === 'rejected';
}
