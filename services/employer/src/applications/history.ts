import { type Queryable, statement, type Transaction } from '@gatehouse/boundary';
import {
  type ApplicationEvent,
  type ApplicationEventKind,
  type ApplicationStage,
  type AuditAction,
  parseAuditChange,
  type StageChange,
} from '@gatehouse/contract';
import { INTERVIEW_EVENTS } from '@gatehouse/hiring';

/**
 * Newest first. A message has the time of the change or the answer that it belongs to. In a release before, a proposal had the time
 * of the end of the expired one that it replaced: it is the newer of the two.
 */
const LIST_EVENTS = statement<{
  at: Date;
  action: AuditAction;
  /** The stages that `changeStages` wrote; empty for other actions. */
  change: string;
  actor_name: string;
  message: string;
  interview_start: Date | null;
}>(
  'list_application_events',
  `select e.at, e.action, e.change, e.actor_name, coalesce(m.message, '') as message, null::timestamptz as interview_start
     from identity.find_application_events($1) e
     left join talent.application_messages m on m.application_id = $1 and m.sent_at = e.at
    union all
   select e.at, e.action, '', coalesce(u.name, ''), e.message, e.interview_start
     from (${INTERVIEW_EVENTS} and i.application_id = $1) e left join identity.users u on u.id = e.actor_id
    order by at desc, action desc`,
  { indexes: ['interviews_application_id_id_idx'] },
);

/** Of each application, with the last change to its stage that was not an undo. */
const FIND_LAST_MESSAGES = statement<{ id: string; message: string }>(
  'find_last_messages_of_stages',
  `select distinct on (t.id) t.id, coalesce(m.message, '') as message
     from unnest($1::uuid[], $2::text[]) as t (id, stage)
    cross join lateral identity.find_application_events(t.id) e
     left join talent.application_messages m on m.application_id = t.id and m.sent_at = e.at
    where e.action = 'application.stage_changed' and split_part(e.change, ' → ', 2) = t.stage
    order by t.id, e.at desc`,
);

const ADD_MESSAGES = statement<object>(
  'add_application_messages',
  `insert into talent.application_messages (application_id, message)
   select id, message from unnest($1::uuid[], $2::text[]) as t (id, message)`,
);

/** What has happened to an application since it was sent, with what was written, newest first. */
export async function findTimeline(queryable: Queryable, applicationId: string): Promise<ApplicationEvent[]> {
  const rows = await queryable.query(LIST_EVENTS, [applicationId]);
  return rows.map(({ at, action, change, actor_name, message, interview_start }) => ({
    // These are the selected actions.
    kind: action.slice('application.'.length) as ApplicationEventKind,
    at: at.toISOString(),
    actor_name,
    message,
    ...(change === '' ? {} : { stage: parseAuditChange(change).after as ApplicationStage }),
    ...(interview_start === null ? {} : { interview_start: interview_start.toISOString() }),
  }));
}

/**
 * A timeline for its applicant: a member who has applied learns nothing of the notes about them, nor of stages that were not mailed
 * or were undone, and what colleagues wrote with them. What was mailed is among their own applications.
 */
export function forApplicant(timeline: readonly ApplicationEvent[]): ApplicationEvent[] {
  return timeline.filter(
    ({ kind, stage }) => stage === undefined && kind !== 'note_added' && kind !== 'note_deleted',
  );
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

/** What the company has written with the changes to the stages that applications have now; empty: nothing. */
export async function findLastMessages(
  queryable: Queryable,
  rows: readonly { readonly id: string; readonly stage: ApplicationStage }[],
): Promise<(id: string) => string> {
  if (rows.length === 0) return () => '';
  const ids = rows.map(({ id }) => id);
  const stages = rows.map(({ stage }) => stage);
  const found = await queryable.query(FIND_LAST_MESSAGES, [ids, stages]);
  const messages = new Map(found.map(({ id, message }) => [id, message]));
  return (id) => messages.get(id) ?? '';
}

/** Keeps what the company writes to the applicants with the changes of this transaction; empty: nothing. */
export async function keepMessages(
  tx: Transaction,
  written: readonly { readonly id: string; readonly message: string }[],
): Promise<void> {
  const kept = written.filter(({ message }) => message !== '');
  if (kept.length === 0) return;
  await tx.query(ADD_MESSAGES, [kept.map(({ id }) => id), kept.map(({ message }) => message)]);
}
