import {
  type ChunkRow,
  type Context,
  type FileRow,
  type Handler,
  type HandlersOf,
  presentFile,
  type StoredFile,
  statement,
  storedFile,
} from '@gatehouse/boundary';
import type { DocumentStore } from '@gatehouse/runtime';
import { createUpdateCurrentCv } from './upload.ts';

const FIND_CURRENT = statement<StoredFile & FileRow>(
  'find_current_cv',
  'select id, name, size, uploaded_at, store_folder from talent.cvs where user_id = $1 and is_current',
  { indexes: ['cvs_current_idx'] },
);

const FIND_SENT = statement<StoredFile>(
  'find_cv_of_own_application',
  `select c.id, c.name, c.size, c.store_folder
     from talent.applications a join talent.cvs c on c.id = a.cv_id
    where a.id = $1 and a.user_id = $2`,
);

const FIND_OWN = statement<StoredFile>(
  'find_own_cv',
  `select c.id, c.name, c.size, c.store_folder
     from talent.cvs c where c.id = $1 and c.user_id = $2 and c.uploaded_at is not null`,
);

/** Without bytes for a file whose chunks are in the store. */
const FIND_CHUNK = statement<ChunkRow>(
  'find_own_cv_chunk',
  `select k.bytes
     from talent.cvs c left join talent.cv_chunks k on k.cv_id = c.id and k.position = $2
    where c.id = $1 and c.user_id = $3`,
);

const RELEASE_CURRENT = statement<{ id: string }>(
  'release_current_cv',
  'update talent.cvs set is_current = false where user_id = $1 and is_current returning id',
);

const DELETE_UNUSED = statement<object>('delete_unused_cv', 'select talent.delete_unused_cv($1)');

/**
 * The caller's own CVs: the current one, and those that own applications were sent with.
 * @param documents the store for the content of new ones; null: PostgreSQL.
 */
export function createCvHandlers({
  documents,
}: {
  readonly documents: DocumentStore | null;
}): HandlersOf<'CvService'> {
  const ownFile = (
    { read, facts }: Pick<Context<'CvService.GetOwnCvDocument'>, 'read' | 'facts'>,
    row: StoredFile,
  ) =>
    storedFile(row, documents, (position) =>
      read.query(FIND_CHUNK, [row.id, position, facts.identities_user.id]),
    );
  return {
    'CvService.GetCurrentCv': async ({ read, facts }) => {
      const [row] = await read.query(FIND_CURRENT, [facts.identities_user.id]);
      return row === undefined ? {} : { file: presentFile(row) };
    },

    'CvService.UpdateCurrentCv': createUpdateCurrentCv(documents),
    'CvService.DeleteCurrentCv': deleteCurrentCv,

    'CvService.GetCurrentCvDocument': async (context) => {
      const [row] = await context.read.query(FIND_CURRENT, [context.facts.identities_user.id]);
      return row === undefined ? context.refuse('not_found') : ownFile(context, row);
    },

    'CvService.GetSentCvDocument': async (context, { application_id }) => {
      const { read, facts } = context;
      const [row] = await read.query(FIND_SENT, [application_id, facts.identities_user.id]);
      return row === undefined ? context.refuse('not_found') : ownFile(context, row);
    },

    'CvService.GetOwnCvDocument': async (context, { id }) => {
      const [row] = await context.read.query(FIND_OWN, [id, context.facts.identities_user.id]);
      return row === undefined ? context.refuse('not_found') : ownFile(context, row);
    },
  };
}

const deleteCurrentCv: Handler<'CvService.DeleteCurrentCv'> = (context) =>
  context.transaction(async (tx) => {
    const { id: userId } = tx.facts.identities_user;
    const [released] = await tx.query(RELEASE_CURRENT, [userId]);
    if (released === undefined) return context.refuse('not_found');
    await tx.query(DELETE_UNUSED, [released.id]);
    await tx.audit({ action: 'profile.cv_deleted', subject_kind: 'user', subject_id: userId });
    return null;
  });
