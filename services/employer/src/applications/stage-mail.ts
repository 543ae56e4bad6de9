import type { Queryable, Transaction } from '@gatehouse/boundary';
import type { ApplicationStage } from '@gatehouse/contract';
import { dropWaitingMail, findTopicMail, isReportedStage, queueMail } from '@gatehouse/mail';
import type { ApplicationRow } from './application-row.ts';

const KIND = 'application_stage';

/** The mail about an application's stage. */
export interface StageMail {
  /** When the waiting mail goes out; null: none waits. */
  readonly waitsUntil: Date | null;
  /** The stage before the change that the waiting mail reports; null: that change cannot be undone. */
  readonly undoStage: ApplicationStage | null;
  /** What the applicant was last told; null: nothing yet. */
  readonly toldStage: ApplicationStage | null;
}

/** The mail about the stage of one application. */
export async function findStageMail(queryable: Queryable, applicationId: string): Promise<StageMail> {
  const { waitsUntil, stateBefore, toldState } = await findTopicMail(queryable, KIND, applicationId);
  // The outbox keeps the stages that `tellStage` has written.
  return {
    waitsUntil,
    undoStage: stateBefore as ApplicationStage | null,
    toldStage: toldState as ApplicationStage | null,
  };
}

/** Drops the mail that waits, unless its sending has begun; returns whether there was one. */
export function dropStageMail(
  tx: Transaction,
  applicationId: string,
  reason: 'undone' | 'withdrawn',
): Promise<boolean> {
  return dropWaitingMail(tx, KIND, applicationId, reason);
}

/**
 * Tells the applicant the new stage, a minute from now, in place of any earlier news that still waits. No mail goes out
 * where the applicant was last told this stage, and none for a stage that asks nothing of the applicant.
 * @param undoStage the stage before the change; null: the change cannot be undone.
 */
export async function tellStage(
  tx: Transaction,
  { id, email, name, job_post_title, stage }: ApplicationRow,
  {
    company,
    publicOrigin,
    undoStage,
  }: { company: string; publicOrigin: string; undoStage: ApplicationStage | null },
): Promise<void> {
  const { toldStage } = await findStageMail(tx, id);
  if (!isReportedStage(stage) || stage === toldStage) {
    await dropStageMail(tx, id, 'withdrawn');
    return;
  }
  await queueMail(tx, KIND, {
    to: email,
    topic: id,
    state: { now: stage, before: undoStage },
    values: { name, company, job: job_post_title, stage, link: `${publicOrigin}/talent/applications` },
  });
}
