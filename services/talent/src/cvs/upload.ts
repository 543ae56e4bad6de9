import {
  askStore,
  type FileRow,
  type Handler,
  onlyRow,
  presentFile,
  refuse,
  statement,
  TransferLimits,
} from '@gatehouse/boundary';
import type { DocumentStore } from '@gatehouse/runtime';
import { PdfCheck } from './pdf.ts';

/** Uploads that a user may begin on one day. */
const MAX_A_DAY = 30;

/** Bytes of a user: the current CV, and those that applications were sent with. */
const MAX_STORED_BYTES = 100 * 1024 * 1024;
const MAX_FILE_BYTES = 5 * 1024 * 1024;

/**
 * A second upload of a user ends the first one, so that an upload that hangs does not keep its user from another try. Each
 * holds the memory of a chunk while its client takes its time.
 */
const uploads = new TransferLimits({ what: 'uploads', perAccount: 2, perNetwork: 16, inProcess: 64 });

const FIND_STORED_BYTES = statement<{ bytes: number }>(
  'find_stored_bytes_of_cvs',
  'select coalesce(sum(size), 0)::int as bytes from talent.cvs where user_id = $1',
  { indexes: ['cvs_user_id_idx'] },
);

const BEGIN_UPLOAD = statement<{ id: string | null }>(
  'begin_cv_upload',
  'select talent.begin_cv_upload($1, $2, $3) as id',
);

/** From now on its chunks are in the store. */
const CHOOSE_FOLDER = statement<{ store_folder: string }>(
  'choose_folder_of_cv',
  'update talent.cvs set store_folder = gen_random_uuid() where id = $1 returning store_folder',
);

/** No row: another upload of the user has begun, which deletes this one's row. One that begins now waits. */
const HOLD_UPLOAD = statement<object>(
  'hold_cv_upload',
  'select c.id from talent.cvs c where c.id = $1 for key share',
);

/** No row: another upload of the user has begun. One that begins now waits. */
const ADD_CHUNK = statement<object>(
  'add_cv_chunk',
  `insert into talent.cv_chunks (cv_id, position, bytes)
   select c.id, $2, $3 from talent.cvs c where c.id = $1 for key share
   returning position`,
);

/** No row: there was none. */
const RELEASE_FORMER = statement<{ id: string }>(
  'release_former_cv',
  'update talent.cvs set is_current = false where user_id = $1 and is_current returning id',
);

const COMPLETE = statement<FileRow>(
  'complete_cv',
  `update talent.cvs set size = $2, uploaded_at = now(), is_current = true
    where id = $1
   returning name, size, uploaded_at`,
);

const DELETE_FORMER = statement<object>('delete_former_cv', 'select talent.delete_unused_cv($1)');

type UpdateCurrentCv = Handler<'CvService.UpdateCurrentCv'>;
type UploadContext = Parameters<UpdateCurrentCv>[0];

/** The row of an upload; `store` is null if its chunks are rows. */
interface Begun {
  readonly id: string;
  readonly store: { readonly documents: DocumentStore; readonly folder: string } | null;
}

/**
 * Takes a CV chunk by chunk, each in a transaction that repeats the access check, and makes it the current one in the last of
 * them. Until then it cannot be read. No lock is held while the client sends or the store is asked (G1).
 * @param documents the store for its chunks; null: PostgreSQL.
 */
export function createUpdateCurrentCv(documents: DocumentStore | null): UpdateCurrentCv {
  return (context, { name }) => {
    const { id: accountId } = context.facts.identities_user;
    return uploads.run({ accountId, address: context.client.address }, async () => {
      // A try during an outage does not count among those of the day.
      await askStore(() => documents?.requireAvailable());
      const begun = await begin(context, name.trim(), documents);
      const size = await receive(context, begun);
      return complete(context, begun.id, size);
    });
  };
}

/** @returns the size of the file in bytes. */
async function receive(context: UploadContext, { id, store }: Begun): Promise<number> {
  const check = new PdfCheck();
  let position = 0;
  for await (const chunk of context.upload) {
    check.add(chunk);
    if (!check.hasHeader) return context.refuse('file_invalid');
    // Before the transaction, so that none is open while the store is asked; the row that names the folder is there already.
    if (store !== null) {
      const place = { folder: store.folder, position };
      await askStore(() => store.documents.put(place, chunk));
    }
    const [added] = await context.transaction((tx) =>
      store === null ? tx.query(ADD_CHUNK, [id, position, chunk]) : tx.query(HOLD_UPLOAD, [id]),
    );
    if (added === undefined) refuseReplaced();
    position += 1;
  }
  if (!check.hasEnd) return context.refuse('file_invalid', { detail: CUT_OFF });
  return check.size;
}

const CUT_OFF = 'The file is not complete. Save the document again, and upload it once more.';

async function begin(context: UploadContext, name: string, documents: DocumentStore | null): Promise<Begun> {
  const begun = await context.transaction(async (tx) => {
    const { id: userId } = tx.facts.identities_user;
    const { bytes } = onlyRow(await tx.query(FIND_STORED_BYTES, [userId]), 'the sum');
    if (bytes + MAX_FILE_BYTES > MAX_STORED_BYTES) {
      return context.refuse('file_quota_reached', {
        detail:
          'Applications keep the CVs that they were sent with, 100 MB in all. Withdraw an application that you no longer need, then upload the CV again.',
      });
    }
    const { id } = onlyRow(await tx.query(BEGIN_UPLOAD, [userId, name, MAX_A_DAY]), 'the function');
    if (id === null) return null;
    if (documents === null) return { id, store: null };
    const { store_folder: folder } = onlyRow(await tx.query(CHOOSE_FOLDER, [id]), 'the upload');
    return { id, store: { documents, folder } };
  });
  if (begun !== null) return begun;
  return refuse('rate_limited', {
    detail: `You have uploaded ${MAX_A_DAY} files today. Try again tomorrow.`,
    retryAfterSeconds: 3600,
  });
}

function complete(context: UploadContext, id: string, size: number) {
  return context.transaction(async (tx) => {
    const { id: userId } = tx.facts.identities_user;
    const [former] = await tx.query(RELEASE_FORMER, [userId]);
    const [row] = await tx.query(COMPLETE, [id, size]);
    if (row === undefined) return refuseReplaced();
    if (former !== undefined) await tx.query(DELETE_FORMER, [former.id]);
    await tx.audit({ action: 'profile.cv_uploaded', subject_kind: 'user', subject_id: userId });
    return presentFile(row);
  });
}

function refuseReplaced(): never {
  refuse('rate_limited', {
    detail: 'Another upload of yours has replaced this one. Try again in a moment.',
    retryAfterSeconds: 1,
  });
}
