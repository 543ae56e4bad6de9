import { type Queryable, statement, type Transaction } from '@gatehouse/boundary';
import type {
  ApplicationEvent,
  ApplicationEventKind,
  ApplicationStage,
  AuditAction,
  StageChange,
} from '@gatehouse/contract';

/** Newest first. A message has the time of the change or the answer that it belongs to. */
const LIST_EVENTS = statement<{
  at: Date;
  action: AuditAction;
  /** The stages that `changeStage` wrote; empty for other actions. */
  change: string;
  actor_name: string;
  message: string;
}>(
  'list_application_events',
  `select e.at, e.action, e.change, e.actor_name, coalesce(m.message, '') as message
     from identity.find_application_events($1) e
     left join talent.application_messages m on m.application_id = $1 and m.sent_at = e.at
    order by e.at desc`,
);

const ADD_MESSAGE = statement<object>(
  'add_application_message',
  'insert into talent.application_messages (application_id, message) values ($1, $2)',
);

/** What has happened to an application since it was sent, with what was written, newest first. */
export async function findTimeline(queryable: Queryable, applicationId: string): Promise<ApplicationEvent[]> {
  const rows = await queryable.query(LIST_EVENTS, [applicationId]);
  return rows.map(({ at, action, change, actor_name, message }) => ({
    // The function selects the actions of these kinds.
    kind: action.slice('application.'.length) as ApplicationEventKind,
    at: at.toISOString(),
    actor_name,
    message,
    ...(change === '' ? {} : { stage: change.slice(change.indexOf('→ ') + 2) as ApplicationStage }),
  }));
}

/** A timeline for its applicant: a member who has applied learns nothing of the notes about them. */
export function withoutNotes(timeline: readonly ApplicationEvent[]): ApplicationEvent[] {
  return timeline.filter(({ kind }) => kind !== 'note_added' && kind !== 'note_deleted');
}

/** The changes of the stage in a timeline. */
export function stageChangesOf(timeline: readonly ApplicationEvent[]): StageChange[] {
  return timeline.flatMap(({ kind, at, actor_name, stage, message }) =>
    stage === undefined
      ? []
      : [
          {
            stage,
            changed_by: actor_name,
            changed_at: at,
            message,
            is_undo: kind === 'stage_change_undone',
          },
        ],
  );
}

/** Keeps what the company writes to the applicant with the change of this transaction. */
export async function keepMessage(tx: Transaction, applicationId: string, message: string): Promise<void> {
  if (message !== '') await tx.query(ADD_MESSAGE, [applicationId, message]);
}
