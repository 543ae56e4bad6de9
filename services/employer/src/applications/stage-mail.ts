import { dropWaitingMail, findTopicMail, type Queryable, type Transaction } from '@gatehouse/boundary';
import type { ApplicationStage } from '@gatehouse/contract';
import { isReportedStage, type MAILS, type ValuesOf } from '@gatehouse/mail';
import type { ApplicationRow } from './application-row.ts';
import { addStageNotification, cancelStageNotification, keepStageOutOfDigest } from './stage-notification.ts';

const KIND = 'application_stage';

/** The mail about an application's stage. */
export interface StageMail {
  /** When the waiting mail is sent; null: none waits. */
  readonly waitsUntil: Date | null;
  /** The stage before the change that the waiting mail reports; null: that change cannot be undone. */
  readonly undoStage: ApplicationStage | null;
  /** The stage in the last mail to the applicant; null: none was sent. */
  readonly reportedStage: ApplicationStage | null;
}

/** The mail about the stage of one application. A stage whose offer is answered cannot be undone. */
export async function findStageMail(
  queryable: Queryable,
  { id, offer_answer }: Pick<ApplicationRow, 'id' | 'offer_answer'>,
): Promise<StageMail> {
  const { waitsUntil, stateBefore, reportedState } = await findTopicMail(queryable, KIND, id);
  // The outbox has the stages that `notifyApplicant` wrote.
  return {
    waitsUntil,
    undoStage: offer_answer === null ? (stateBefore as ApplicationStage | null) : null,
    reportedStage: reportedState as ApplicationStage | null,
  };
}

/** Drops the waiting mail. @returns false when none waits or its sending has begun. */
export function dropStageMail(
  tx: Transaction,
  applicationId: string,
  reason: 'undone' | 'withdrawn',
): Promise<boolean> {
  return dropWaitingMail(tx, KIND, applicationId, reason);
}

/** What the mail about a stage is made of. */
export type StageMailValues = ValuesOf<(typeof MAILS)['application_stage']['slots']>;

/** The values of the mail about one stage of an application. @param message the company's own words; may be empty. */
export function stageMailValues(
  { id, name, job_post_title }: Pick<ApplicationRow, 'id' | 'name' | 'job_post_title'>,
  { company, stage, message }: Pick<StageMailValues, 'company' | 'stage' | 'message'>,
): StageMailValues {
  return { name, company, job: job_post_title, stage, message, link: `/talent/applications/${id}` };
}

/** A change of the stage, as its mail needs it. */
interface StageNews {
  readonly company: string;
  /** The stage before the change; null: the change cannot be undone. */
  readonly undoStage: ApplicationStage | null;
  /** The company's own words; may be empty. */
  readonly message: string;
  /** Whether the change undid another one: its message is not new. */
  readonly isUndo: boolean;
}

/**
 * Tells the applicant the new stage, in the page and by mail, after a minute, in place of what still waits. Nothing is said of
 * the stage that the applicant's last mail reported, unless the company has written a new message, or for a stage without news
 * for the applicant. A message is in no other place: its mail is sent whatever the applicant has chosen.
 */
export async function notifyApplicant(
  tx: Transaction,
  row: ApplicationRow,
  { company, undoStage, message, isUndo }: StageNews,
): Promise<void> {
  const { id, email, stage } = row;
  const { reportedStage } = await findStageMail(tx, row);
  if (!isReportedStage(stage) || (stage === reportedStage && (message === '' || isUndo))) {
    await cancelStageNotification(tx, id, null);
    await dropStageMail(tx, id, 'withdrawn');
    return;
  }
  await addStageNotification(tx, id, stage);
  const hasMessage = message.trim() !== '';
  if (hasMessage) await keepStageOutOfDigest(tx, id);
  await tx.mail(KIND, {
    to: email,
    topic: id,
    isAlwaysSent: hasMessage,
    state: { now: stage, before: undoStage },
    values: stageMailValues(row, { company, stage, message }),
  });
}
