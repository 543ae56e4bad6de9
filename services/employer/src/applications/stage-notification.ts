import { statement, type Transaction } from '@gatehouse/boundary';
import type { ApplicationStage } from '@gatehouse/contract';
import { MAILS } from '@gatehouse/mail';
import type { ApplicationRow } from './application-row.ts';

const NOTIFY_APPLICANT = statement<object>(
  'notify_applicant',
  `select identity.notify(array[a.user_id], 'application_moved', a.id, $2, $3)
     from talent.applications a where a.id = $1`,
);

const CANCEL_NOTIFICATION = statement<object>(
  'cancel_notification_of_stage',
  `select identity.cancel_notification(a.user_id, 'application_moved', a.id, $2, $3)
     from talent.applications a where a.id = $1`,
);

const KEEP_STAGE_OUT_OF_DIGEST = statement<object>(
  'keep_stage_out_of_digest',
  'select identity.keep_stage_out_of_digest($1)',
);

/** Leaves the stage that was just notified to its mail. */
export async function keepStageOutOfDigest(tx: Transaction, applicationId: string): Promise<void> {
  await tx.query(KEEP_STAGE_OUT_OF_DIGEST, [applicationId]);
}

/** Notifies the applicant of a stage, when the mail about it is sent at the earliest: until then it can be undone. */
export async function addStageNotification(
  tx: Transaction,
  applicationId: string,
  stage: ApplicationStage,
): Promise<void> {
  await tx.query(NOTIFY_APPLICANT, [applicationId, stage, MAILS.application_stage.delaySeconds ?? 0]);
}

/**
 * Deletes the notification that the applicant has not seen yet.
 * @param undone the change of the stage that was undone: its notification goes, seen or not; null: none was.
 */
export async function cancelStageNotification(
  tx: Transaction,
  applicationId: string,
  undone: Pick<ApplicationRow, 'stage' | 'updated_at'> | null,
): Promise<void> {
  await tx.query(CANCEL_NOTIFICATION, [applicationId, undone?.stage ?? null, undone?.updated_at ?? null]);
}
