import { etagOf, onlyRow, refuse, statement, type Transaction } from '@gatehouse/boundary';
import type { ApplicationStage, AuditAction } from '@gatehouse/contract';
import type { MovedRow } from './application-row.ts';
import { findLastMessages, keepMessages } from './history.ts';
import { dropUndoneMails, notifyApplicants } from './stage-mail.ts';

type WrittenStage = Pick<MovedRow, 'id' | 'stage' | 'updated_at' | 'etag'>;

const WRITE_STAGES = statement<WrittenStage>(
  'write_application_stages',
  `update talent.applications a set stage = t.stage, updated_at = now()
     from unnest($1::uuid[], $2::text[]) as t (id, stage)
    where a.id = t.id
   returning a.id, a.stage, a.updated_at, ${etagOf('a.version')}`,
);

/** The applicant sees a stage 65 seconds after its change; the last five are those of an undo's commit. */
const IS_LATE = statement<{ is_late: boolean }>(
  'is_undo_late',
  "select clock_timestamp() >= $1::timestamptz + interval '60 seconds' as is_late",
);

/**
 * Moves locked applications to another stage than their own, and tells their applicants, in as many statements as for one.
 * Adds mails: call it last. @returns the applications by id, as they are then.
 */
export async function moveToStage<Row extends MovedRow>(
  tx: Transaction,
  before: readonly Row[],
  to: {
    readonly company: string;
    readonly stage: ApplicationStage;
    /** What the company writes to an applicant; may be empty. */
    readonly messageOf: (row: Row) => string;
  },
): Promise<ReadonlyMap<string, Row>> {
  const { company, stage } = to;
  const changes = before.map((row) => ({ row, stage }));
  const after = await changeStages(tx, changes, 'application.stage_changed');
  const news = before.map((row) => ({
    row: rowOf(after, row),
    undoStage: row.stage,
    message: to.messageOf(row).trim(),
  }));
  await keepMessages(
    tx,
    news.map(({ row: { id }, message }) => ({ id, message })),
  );
  await notifyApplicants(tx, company, news);
  return after;
}

/**
 * Undoes the last changes of locked applications, in as many statements as for one.
 * @returns by id those that could still be undone; the changes of the others are final.
 * @throws {Refusal} stage_change_final if it had to wait until an applicant may see one of them.
 */
export async function undoStageChange<Row extends MovedRow>(
  tx: Transaction,
  before: readonly Row[],
  company: string,
): Promise<ReadonlyMap<string, Row>> {
  const stageBefore = await dropUndoneMails(tx, before);
  const undone = before.flatMap((row) => {
    const stage = stageBefore.get(row.id);
    return stage === undefined ? [] : [{ row, stage }];
  });
  const after = await changeStages(tx, undone, 'application.stage_change_undone');
  const restored = [...after.values()];
  const messageOf = await findLastMessages(tx, restored);
  const news = restored.map((row) => ({ row, undoStage: null, message: messageOf(row.id) }));
  await notifyApplicants(tx, company, news);
  await requireInTime(
    tx,
    undone.map(({ row }) => row),
  );
  return after;
}

async function requireInTime(tx: Transaction, undone: readonly MovedRow[]): Promise<void> {
  if (undone.length === 0) return;
  const first = new Date(Math.min(...undone.map(({ updated_at }) => updated_at.getTime())));
  const { is_late } = onlyRow(await tx.query(IS_LATE, [first]), 'the time');
  if (is_late) refuse('stage_change_final');
}

/** A locked application, and the stage that it comes to. */
interface Change<Row extends MovedRow> {
  readonly row: Row;
  readonly stage: ApplicationStage;
}

async function changeStages<Row extends MovedRow>(
  tx: Transaction,
  changes: readonly Change<Row>[],
  action: AuditAction,
): Promise<ReadonlyMap<string, Row>> {
  if (changes.length === 0) return new Map();
  const ids = changes.map(({ row }) => row.id);
  const stages = changes.map(({ stage }) => stage);
  const rows = await tx.query(WRITE_STAGES, [ids, stages]);
  const written = new Map(rows.map((row) => [row.id, row]));
  for (const [change, some] of Map.groupBy(changes, ({ row, stage }) => `${row.stage} → ${stage}`)) {
    const changedIds = some.map(({ row }) => row.id);
    await tx.auditEach({ action, subject_kind: 'application', change }, changedIds);
  }
  return new Map(changes.map(({ row }) => [row.id, { ...row, ...rowOf(written, row), offer_answer: null }]));
}

function rowOf<Row>(rows: ReadonlyMap<string, Row>, { id }: { readonly id: string }): Row {
  const row = rows.get(id);
  if (row === undefined) throw new Error('a locked application has no row');
  return row;
}
