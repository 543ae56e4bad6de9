import { type Queryable, statement, type Transaction } from '@gatehouse/boundary';
import type { ApplicationStage, StageChange } from '@gatehouse/contract';

/** Newest first. A message has the time of the change that it belongs to. */
const LIST_STAGE_CHANGES = statement<{
  at: Date;
  is_undo: boolean;
  /** The audit trail has the stages that `changeStage` wrote. */
  stage: ApplicationStage;
  actor_name: string;
  message: string;
}>(
  'list_stage_changes',
  `select c.at, c.action = 'application.stage_change_undone' as is_undo, split_part(c.change, ' → ', 2) as stage,
          c.actor_name, coalesce(m.message, '') as message
     from identity.find_stage_changes($1) c
     left join talent.application_messages m on m.application_id = $1 and m.sent_at = c.at
    order by c.at desc`,
);

const ADD_MESSAGE = statement<object>(
  'add_application_message',
  'insert into talent.application_messages (application_id, message) values ($1, $2)',
);

/** The changes of an application's stage with the company's messages, newest first. */
export async function findStageChanges(queryable: Queryable, applicationId: string): Promise<StageChange[]> {
  const rows = await queryable.query(LIST_STAGE_CHANGES, [applicationId]);
  return rows.map(({ at, actor_name, is_undo, stage, message }) => ({
    stage,
    changed_by: actor_name,
    changed_at: at.toISOString(),
    message,
    is_undo,
  }));
}

/** Keeps what the company writes to the applicant with the change of this transaction. */
export async function keepMessage(tx: Transaction, applicationId: string, message: string): Promise<void> {
  if (message !== '') await tx.query(ADD_MESSAGE, [applicationId, message]);
}
