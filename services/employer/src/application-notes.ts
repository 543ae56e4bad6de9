import { etagOf, type HandlersOf, newestFirst, onlyRow, readPage, statement } from '@gatehouse/boundary';
import type { ApplicationNote, EmployerOrgRole } from '@gatehouse/contract';
import { lockApplicationOfOther, readAboutOther } from './applications/application-of-other.ts';

interface NoteRow extends Omit<ApplicationNote, 'created_at' | 'edited_at' | 'is_own' | 'can_delete'> {
  readonly application_id: string;
  readonly author_id: string;
  readonly created_at: Date;
  readonly edited_at: Date | null;
}

/** An author whose account is deleted has no name. */
const NOTES = `
  select n.id, n.application_id, n.author_id, n.text, n.created_at, n.edited_at, ${etagOf('n.version')},
         coalesce(u.name, '') as author_name
    from employer.application_notes n
    join talent.applications a on a.id = n.application_id
    left join identity.users u on u.id = n.author_id`;

/** The notes of the company's applications, without those on the caller's own one ($2 company, $3 caller). */
const OF_COMPANY = 'a.company_id = $2 and a.user_id <> $3';

const NEWEST = newestFirst('n.id');

const LIST_NOTES = statement<NoteRow>(
  'list_application_notes',
  `${NOTES}
    where n.application_id = $1 and ${OF_COMPANY} and ${NEWEST.after(4)}
    ${NEWEST.orderBy}
    limit $5`,
  { indexes: ['application_notes_application_id_id_idx'] },
);

/** As many as a withdrawal deletes fast, under locks that a revocation waits for (G1). */
const MAX_NOTES = 500;

/** Of a locked application. */
const CREATE_NOTE = statement<{ id: string }>(
  'create_application_note',
  `insert into employer.application_notes (application_id, author_id, text)
   select $1, $2, $3
    where (select count(*) from employer.application_notes n where n.application_id = $1) < ${MAX_NOTES}
   returning id`,
  { indexes: ['application_notes_application_id_id_idx'] },
);

/** A note that the transaction has written. */
const FIND_NOTE = statement<NoteRow>('find_application_note', `${NOTES} where n.id = $1`);

const LOCK_NOTE = statement<NoteRow>(
  'lock_application_note',
  `${NOTES} where n.id = $1 and ${OF_COMPANY} for update of n`,
);

const WRITE_NOTE = statement<object>(
  'write_application_note',
  'update employer.application_notes set text = $2, edited_at = now() where id = $1',
);

const DELETE_NOTE = statement<object>(
  'delete_application_note',
  'select employer.delete_application_note($1)',
);

/** Notes of the company's members on an application, for its active members alone. */
export const applicationNoteHandlers: HandlersOf<'ApplicationNoteService'> = {
  'ApplicationNoteService.ListApplicationNotes': (context, { application_id, ...page }) => {
    const { read, org_company } = context;
    const { id: userId } = context.facts.identities_user;
    return readPage(page, {
      order: NEWEST,
      find: (after, count) => {
        const values = [application_id, org_company.id, userId, ...after, count];
        return readAboutOther(context, application_id, read.query(LIST_NOTES, values));
      },
      present: (row) => presentNote(row, context),
    });
  },

  'ApplicationNoteService.CreateApplicationNote': (context, { application_id, text }) =>
    context.transaction(async (tx) => {
      const { id: userId } = tx.facts.identities_user;
      const application = await lockApplicationOfOther(tx, context, application_id);
      if (application.withdrawn_at !== null) return context.refuse('application_withdrawn');
      const [created] = await tx.query(CREATE_NOTE, [application_id, userId, text.trim()]);
      if (created === undefined) {
        const detail = `An application has at most ${MAX_NOTES} notes. Delete some of them first.`;
        return context.refuse('saved_quota_reached', { detail });
      }
      await tx.audit({
        action: 'application.note_added',
        subject_kind: 'application',
        subject_id: application_id,
      });
      const row = onlyRow(await tx.query(FIND_NOTE, [created.id]), 'the new note');
      return presentNote(row, tx);
    }),

  'ApplicationNoteService.UpdateApplicationNote': (context, { id, text }) =>
    context.transaction(async (tx) => {
      const { id: userId } = tx.facts.identities_user;
      const [before] = await tx.query(LOCK_NOTE, [id, tx.org_company.id, userId]);
      if (before === undefined) return context.refuse('not_found');
      if (before.author_id !== userId) return context.refuse('note_author_required');
      // The audit trail names the application only, which can have other notes.
      await tx.requireVersion(presentNote(before, tx), {
        at: before.edited_at ?? before.created_at,
        actor_kind: 'user',
        actor_name: before.author_name,
      });
      if (before.text === text.trim()) return presentNote(before, tx);
      await tx.query(WRITE_NOTE, [id, text.trim()]);
      await tx.audit({
        action: 'application.note_changed',
        subject_kind: 'application',
        subject_id: before.application_id,
      });
      return presentNote(onlyRow(await tx.query(FIND_NOTE, [id]), 'the note'), tx);
    }),

  'ApplicationNoteService.DeleteApplicationNote': (context, { id }) =>
    context.transaction(async (tx) => {
      const { id: userId } = tx.facts.identities_user;
      const [note] = await tx.query(LOCK_NOTE, [id, tx.org_company.id, userId]);
      if (note === undefined) return context.refuse('not_found');
      if (!presentNote(note, tx).can_delete) return context.refuse('note_author_required');
      await tx.query(DELETE_NOTE, [id]);
      await tx.audit({
        action: 'application.note_deleted',
        subject_kind: 'application',
        subject_id: note.application_id,
      });
      return null;
    }),
};

/** The caller of an employer endpoint. */
interface Caller {
  readonly facts: { readonly identities_user: { readonly id: string } };
  readonly org_membership: { readonly role: EmployerOrgRole };
}

function presentNote(
  { application_id, author_id, edited_at, ...row }: NoteRow,
  { facts, org_membership }: Caller,
): ApplicationNote {
  const isOwn = author_id === facts.identities_user.id;
  return {
    ...row,
    is_own: isOwn,
    can_delete: isOwn || org_membership.role === 'owner',
    created_at: row.created_at.toISOString(),
    ...(edited_at === null ? {} : { edited_at: edited_at.toISOString() }),
  };
}
