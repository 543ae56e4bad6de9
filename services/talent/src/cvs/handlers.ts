import {
  type Context,
  type FileRow,
  type HandlersOf,
  presentFile,
  type StoredFile,
  statement,
  storedFile,
} from '@gatehouse/boundary';
import { updateCurrentCv } from './upload.ts';

const FIND_CURRENT = statement<StoredFile & FileRow>(
  'find_current_cv',
  'select id, name, size, uploaded_at from talent.cvs where user_id = $1 and is_current',
  { indexes: ['cvs_current_idx'] },
);

const FIND_SENT = statement<StoredFile>(
  'find_cv_of_own_application',
  `select c.id, c.name, c.size
     from talent.applications a join talent.cvs c on c.id = a.cv_id
    where a.id = $1 and a.user_id = $2`,
);

const FIND_CHUNK = statement<{ bytes: Uint8Array }>(
  'find_own_cv_chunk',
  `select k.bytes
     from talent.cv_chunks k join talent.cvs c on c.id = k.cv_id
    where k.cv_id = $1 and k.position = $2 and c.user_id = $3`,
);

const RELEASE_CURRENT = statement<{ id: string }>(
  'release_current_cv',
  'update talent.cvs set is_current = false where user_id = $1 and is_current returning id',
);

const DELETE_UNUSED = statement<object>('delete_unused_cv', 'select talent.delete_unused_cv($1)');

/** The caller's own CVs: the current one, and those that own applications were sent with. */
export const cvHandlers: HandlersOf<'CvService'> = {
  'CvService.GetCurrentCv': async ({ read, facts }) => {
    const [row] = await read.query(FIND_CURRENT, [facts.identities_user.id]);
    return row === undefined ? {} : { file: presentFile(row) };
  },

  'CvService.UpdateCurrentCv': updateCurrentCv,

  'CvService.DeleteCurrentCv': (context) =>
    context.transaction(async (tx) => {
      const { id: userId } = tx.facts.identities_user;
      const [released] = await tx.query(RELEASE_CURRENT, [userId]);
      if (released === undefined) return context.refuse('not_found');
      await tx.query(DELETE_UNUSED, [released.id]);
      await tx.audit({ action: 'profile.cv_deleted', subject_kind: 'user', subject_id: userId });
      return null;
    }),

  'CvService.GetCurrentCvDocument': async (context) => {
    const [row] = await context.read.query(FIND_CURRENT, [context.facts.identities_user.id]);
    return row === undefined ? context.refuse('not_found') : ownFile(context, row);
  },

  'CvService.GetSentCvDocument': async (context, { application_id }) => {
    const { read, facts } = context;
    const [row] = await read.query(FIND_SENT, [application_id, facts.identities_user.id]);
    return row === undefined ? context.refuse('not_found') : ownFile(context, row);
  },
};

function ownFile(
  { read, facts }: Pick<Context<'CvService.GetSentCvDocument'>, 'read' | 'facts'>,
  row: StoredFile,
) {
  return storedFile(row, (position) => read.query(FIND_CHUNK, [row.id, position, facts.identities_user.id]));
}
