import {
  etagOf,
  type Handler,
  matchesVersion,
  refuse,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import type { ApplicationMove, MoveOutcome, SeenApplication } from '@gatehouse/contract';
import { requireKnownPlaceholders } from '../message-templates/known-placeholders.ts';
import { renderTemplate } from '../message-templates/placeholders.ts';
import type { MovedRow } from './application-row.ts';
import { moveToStage, undoStageChange } from './stage-change.ts';
import { findStageMails } from './stage-mail.ts';

/** Characters of the company's own words to an applicant. The contract states this number. */
const MAX_MESSAGE = 1000;

/** In one order: two transactions, or a deletion of an account, never wait for each other's applications. */
const LOCK_APPLICATIONS = statement<MovedRow>(
  'lock_applications_to_move',
  `select a.id, a.user_id, u.name, j.title as job_post_title, a.stage, a.updated_at, a.withdrawn_at, a.offer_answer,
          ${etagOf('a.version')}
     from talent.applications a
     join employer.job_posts j on j.id = a.job_post_id
     join identity.users u on u.id = a.user_id
    where a.id = any ($1::uuid[]) and a.company_id = $2 order by a.id for update of a`,
  { indexes: ['applications_pkey'] },
);

/**
 * Moves several applications to a stage: what cannot be moved stays, and the others are moved. All of them take as many
 * statements as one, and one request of the company runs at a time: a revocation waits for its transaction (G1).
 */
export const createApplicationMoves: Handler<'ApplicationService.CreateApplicationMoves'> = (
  context,
  { stage, items, message },
) => {
  requireKnownPlaceholders('message', message);
  return context.transaction(
    async (tx) => {
      const rows = await lockSeen(tx, items);
      if (rows.length === 0) return context.refuse('not_found');
      const wasChanged = compareWith(items, tx.facts.identities_user.id);
      const obstacleOf = (row: MovedRow): MoveOutcome | null =>
        wasChanged(row) ??
        (row.stage === stage ? 'unchanged' : row.offer_answer === null ? null : 'offer_answered');
      const free = rows.filter((row) => obstacleOf(row) === null);
      const company = tx.org_company.name;
      const messageOf = (row: MovedRow) =>
        renderTemplate(message, {
          applicant_name: row.name,
          job_title: row.job_post_title,
          company_name: company,
          member_name: tx.facts.identities_user.name,
        });
      requireShort(free.map(messageOf));
      const moved = await moveToStage(tx, free, { company, stage, messageOf });
      return presentMoves(tx, { items, rows, moved }, (row) => obstacleOf(row) ?? 'moved');
    },
    { queuedFor: context.org_company.id },
  );
};

/** Undoes the last changes of several applications, in as many statements as of one (G1). */
export const createApplicationMoveUndos: Handler<'ApplicationService.CreateApplicationMoveUndos'> = (
  context,
  { items },
) =>
  context.transaction(
    async (tx) => {
      const rows = await lockSeen(tx, items);
      if (rows.length === 0) return context.refuse('not_found');
      const wasChanged = compareWith(items, tx.facts.identities_user.id);
      const seen = rows.filter((row) => wasChanged(row) === null);
      const moved = await undoStageChange(tx, seen, tx.org_company.name);
      return presentMoves(tx, { items, rows, moved }, (row) =>
        moved.has(row.id) ? 'moved' : (wasChanged(row) ?? 'stage_change_final'),
      );
    },
    { queuedFor: context.org_company.id },
  );

/** @throws {Refusal} input_invalid for a message that is too long with the names in it: its mail would end early. */
function requireShort(messages: readonly string[]): void {
  if (messages.every((message) => [...message].length <= MAX_MESSAGE)) return;
  const message = `With the names in it, the message must not have more than ${MAX_MESSAGE} characters`;
  refuse('input_invalid', {
    detail: message,
    errors: [{ field: 'message', code: 'placeholder.too_long', message }],
  });
}

function lockSeen(
  tx: Transaction & { readonly org_company: { readonly id: string } },
  items: readonly SeenApplication[],
): Promise<MovedRow[]> {
  const ids = items.map(({ id }) => id);
  return tx.query(LOCK_APPLICATIONS, [ids, tx.org_company.id]);
}

function versionsOf(items: readonly SeenApplication[]): ReadonlyMap<string, string> {
  return new Map(items.map(({ id, etag }) => [id.toLowerCase(), etag]));
}

/**
 * Compares locked applications with what the caller has seen; null: an application is as it was then (G9), and another person's.
 */
function compareWith(
  items: readonly SeenApplication[],
  callerId: string,
): (row: MovedRow) => MoveOutcome | null {
  const seen = versionsOf(items);
  return (row) => {
    if (row.user_id === callerId) return 'own_application';
    if (row.withdrawn_at !== null) return 'application_withdrawn';
    return matchesVersion(seen.get(row.id) ?? '', row) ? null : 'edit_conflict';
  };
}

const UNKNOWN = { applicant_name: '', etag: '', is_undoable: false };

/** Answers for each application that the caller named. @param moved as they are now, by id. */
async function presentMoves(
  tx: Transaction,
  {
    items,
    rows,
    moved,
  }: {
    readonly items: readonly SeenApplication[];
    readonly rows: readonly MovedRow[];
    readonly moved: ReadonlyMap<string, MovedRow>;
  },
  outcomeOf: (row: MovedRow) => MoveOutcome,
): Promise<{ items: ApplicationMove[] }> {
  const mailOf = await findStageMails(tx, [...moved.values()]);
  const found = new Map(rows.map((row) => [row.id, row]));
  const present = (id: string): ApplicationMove => {
    const row = found.get(id);
    if (row === undefined) return { ...UNKNOWN, id, outcome: 'not_found' };
    const outcome = outcomeOf(row);
    if (outcome === 'application_withdrawn') return { ...UNKNOWN, id, outcome };
    const { name, stage, etag } = moved.get(id) ?? row;
    const isUndoable = mailOf(id).undoStage !== null;
    return { id, outcome, applicant_name: name, stage, etag, is_undoable: isUndoable };
  };
  return { items: [...versionsOf(items).keys()].toSorted().map(present) };
}
