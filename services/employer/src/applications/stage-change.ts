import { etagOf, onlyRow, statement, type Transaction } from '@gatehouse/boundary';
import type { ApplicationStage, AuditAction } from '@gatehouse/contract';
import type { ApplicationRow } from './application-row.ts';
import { findTimeline, keepMessage } from './history.ts';
import { dropStageMail, findStageMail, notifyApplicant } from './stage-mail.ts';
import { cancelStageNotification } from './stage-notification.ts';

const WRITE_STAGE = statement<Pick<ApplicationRow, 'updated_at' | 'etag'>>(
  'write_application_stage',
  `update talent.applications set stage = $2, updated_at = now() where id = $1
   returning updated_at, ${etagOf('version')}`,
);

/** Moves a locked application to another stage than its own, and tells the applicant. Adds a mail: call it last. */
export async function moveToStage(
  tx: Transaction,
  before: ApplicationRow,
  to: { readonly company: string; readonly stage: ApplicationStage; readonly message: string },
): Promise<ApplicationRow> {
  const { company, stage } = to;
  const message = to.message.trim();
  const after = await changeStage(tx, before, stage, 'application.stage_changed');
  await keepMessage(tx, after.id, message);
  // An undo would bring back the stage without the answer, and ask the applicant again.
  const undoStage = before.offer_answer === null ? before.stage : null;
  await notifyApplicant(tx, after, { company, undoStage, message, isUndo: false });
  return after;
}

/** Undoes the last change of a locked application. @returns null when its mail does not wait any more: the change is final. */
export async function undoStageChange(
  tx: Transaction,
  before: ApplicationRow,
  company: string,
): Promise<ApplicationRow | null> {
  const { undoStage } = await findStageMail(tx, before);
  if (undoStage === null || !(await dropStageMail(tx, before.id, 'undone'))) return null;
  const after = await changeStage(tx, before, undoStage, 'application.stage_change_undone');
  await cancelStageNotification(tx, after.id, before);
  await notifyApplicant(tx, after, {
    company,
    undoStage: null,
    message: await findLastMessage(tx, after),
    isUndo: true,
  });
  return after;
}

/** What the company has written with the change to the stage that an undo restores: its mail may not have been sent. */
async function findLastMessage(tx: Transaction, { id, stage }: ApplicationRow): Promise<string> {
  const events = await findTimeline(tx, id);
  return events.find((event) => event.kind === 'stage_changed' && event.stage === stage)?.message ?? '';
}

async function changeStage(
  tx: Transaction,
  before: ApplicationRow,
  stage: ApplicationStage,
  action: AuditAction,
): Promise<ApplicationRow> {
  const written = onlyRow(await tx.query(WRITE_STAGE, [before.id, stage]), 'the locked application');
  await tx.audit({
    action,
    subject_kind: 'application',
    subject_id: before.id,
    change: `${before.stage} → ${stage}`,
  });
  return { ...before, ...written, stage, offer_answer: null };
}
