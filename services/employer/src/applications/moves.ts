import { type Handler, matchesVersion, statement, type Transaction } from '@gatehouse/boundary';
import type { ApplicationMove, MoveOutcome, SeenApplication } from '@gatehouse/contract';
import { type ApplicationRow, applicationsFor } from './application-row.ts';
import { moveToStage, undoStageChange } from './stage-change.ts';
import { findStageMail } from './stage-mail.ts';

/** In one order: two transactions, or a deletion of an account, never wait for each other's applications. */
const LOCK_APPLICATIONS = statement<ApplicationRow>(
  'lock_applications_to_move',
  `${applicationsFor('$3')} where a.id = any ($1::uuid[]) and a.company_id = $2 order by a.id for update of a`,
  { indexes: ['applications_pkey'] },
);

/** What has become of one application. */
type Settled = MoveOutcome | { readonly after: ApplicationRow };

/** Moves several applications to a stage: what cannot be moved stays, and the others are moved. */
export const createApplicationMoves: Handler<'ApplicationService.CreateApplicationMoves'> = (
  context,
  { stage, items },
) =>
  context.transaction(async (tx) => {
    const rows = await lockSeen(tx, items);
    if (rows.length === 0) return context.refuse('not_found');
    return settleAll(tx, { items, rows }, async (before) => {
      if (before.stage === stage) return 'unchanged';
      if (before.offer_answer !== null) return 'offer_answered';
      return { after: await moveToStage(tx, before, { company: tx.org_company.name, stage, message: '' }) };
    });
  });

/** Undoes the last changes of several applications. */
export const createApplicationMoveUndos: Handler<'ApplicationService.CreateApplicationMoveUndos'> = (
  context,
  { items },
) =>
  context.transaction(async (tx) => {
    const rows = await lockSeen(tx, items);
    if (rows.length === 0) return context.refuse('not_found');
    return settleAll(tx, { items, rows }, async (before) => {
      const after = await undoStageChange(tx, before, tx.org_company.name);
      return after === null ? 'stage_change_final' : { after };
    });
  });

interface Mover extends Transaction {
  readonly facts: { readonly identities_user: { readonly id: string } };
  readonly org_company: { readonly id: string };
}

function lockSeen(tx: Mover, items: readonly SeenApplication[]): Promise<ApplicationRow[]> {
  const ids = items.map(({ id }) => id);
  return tx.query(LOCK_APPLICATIONS, [ids, tx.org_company.id, tx.facts.identities_user.id]);
}

/**
 * Settles one application after the other, by address: each adds a mail, which locks its recipient until the transaction ends,
 * and another company may write to the same ones.
 */
async function settleAll(
  tx: Transaction,
  { items, rows }: { items: readonly SeenApplication[]; rows: readonly ApplicationRow[] },
  settle: (row: ApplicationRow) => Promise<Settled>,
): Promise<{ items: ApplicationMove[] }> {
  const seen = new Map(items.map(({ id, etag }) => [id.toLowerCase(), etag]));
  const moves = new Map<string, ApplicationMove>();
  const byAddress = rows.toSorted((one, two) => (one.email < two.email ? -1 : one.email > two.email ? 1 : 0));
  for (const row of byAddress) {
    const settled =
      row.withdrawn_at !== null
        ? 'application_withdrawn'
        : matchesVersion(seen.get(row.id) ?? '', row)
          ? await settle(row)
          : 'edit_conflict';
    moves.set(row.id, await presentMove(tx, row, settled));
  }
  return {
    items: [...seen.keys()].toSorted().map((id) => moves.get(id) ?? { ...UNKNOWN, id, outcome: 'not_found' }),
  };
}

const UNKNOWN = { applicant_name: '', etag: '', is_undoable: false };

async function presentMove(
  tx: Transaction,
  before: ApplicationRow,
  settled: Settled,
): Promise<ApplicationMove> {
  const { id, name, withdrawn_at } = before;
  if (withdrawn_at !== null) return { ...UNKNOWN, id, outcome: 'application_withdrawn' };
  const hasMoved = typeof settled === 'object';
  const { stage, etag } = hasMoved ? settled.after : before;
  return {
    id,
    outcome: hasMoved ? 'moved' : settled,
    applicant_name: name,
    stage,
    etag,
    is_undoable: hasMoved && (await findStageMail(tx, settled.after)).undoStage !== null,
  };
}
