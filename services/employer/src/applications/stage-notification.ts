import { statement, type Transaction } from '@gatehouse/boundary';
import type { ApplicationStage } from '@gatehouse/contract';
import { MAILS } from '@gatehouse/mail';
import type { ApplicationRow } from './application-row.ts';

const NOTIFY_APPLICANTS = statement<object>(
  'notify_applicants',
  `select identity.notify(array[t.user_id], 'application_moved', t.id, t.stage, $4)
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as t (id, user_id, stage)`,
);

const CANCEL_NOTIFICATIONS = statement<object>(
  'cancel_notifications_of_stages',
  `select identity.cancel_notification(t.user_id, 'application_moved', t.id, null, null)
     from unnest($1::uuid[], $2::uuid[]) as t (id, user_id)`,
);

const KEEP_STAGES_OUT_OF_DIGEST = statement<object>(
  'keep_stages_out_of_digest',
  'select identity.keep_stage_out_of_digest(id) from unnest($1::uuid[]) as id',
);

type NotifiedApplication = Pick<ApplicationRow, 'id' | 'user_id'>;

/** Leaves the stages that were just notified to their mails. */
export async function keepStagesOutOfDigest(
  tx: Transaction,
  rows: readonly NotifiedApplication[],
): Promise<void> {
  if (rows.length > 0) await tx.query(KEEP_STAGES_OUT_OF_DIGEST, [rows.map(({ id }) => id)]);
}

/** Notifies the applicants of their stages, when these are seen and the mails about them are sent at the earliest. */
export async function addStageNotifications(
  tx: Transaction,
  rows: readonly (NotifiedApplication & { readonly stage: ApplicationStage })[],
): Promise<void> {
  if (rows.length === 0) return;
  const stages = rows.map(({ stage }) => stage);
  await tx.query(NOTIFY_APPLICANTS, [...idsOf(rows), stages, MAILS.application_stage.delaySeconds ?? 0]);
}

/** Deletes the notifications that the applicants have not seen yet: those of a stage are seen when it can no longer be undone. */
export async function cancelUnseenStageNotifications(
  tx: Transaction,
  rows: readonly NotifiedApplication[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(CANCEL_NOTIFICATIONS, idsOf(rows));
}

function idsOf(rows: readonly NotifiedApplication[]): [string[], string[]] {
  return [rows.map(({ id }) => id), rows.map(({ user_id }) => user_id)];
}
