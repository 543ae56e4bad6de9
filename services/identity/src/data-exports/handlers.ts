import {
  CHUNK_BYTES,
  type ChunkRow,
  type FileRow,
  type HandlersOf,
  onlyRow,
  presentFile,
  refuse,
  statement,
  storedFile,
} from '@gatehouse/boundary';
import type { DataExport } from '@gatehouse/contract';
import { contentOf } from './content.ts';

/** Exports that a user may request in 24 hours. */
const MAX_A_DAY = 3;

const DAY_SECONDS = 86_400;

const COUNT_EXPORTS = statement<{ count: number; age_seconds: number | null }>(
  'count_data_exports_of_a_day',
  `select count(*)::int as count, extract(epoch from now() - min(e.requested_at))::float8 as age_seconds
     from identity.data_exports e where e.user_id = $1 and e.requested_at > now() - interval '24 hours'`,
  { indexes: ['data_exports_user_id_idx'] },
);

/** No row: another request of the user has added one. */
const ADD_EXPORT = statement<{ id: string }>(
  'add_data_export',
  `insert into identity.data_exports (user_id) values ($1)
   on conflict (user_id) where completed_at is null do nothing returning id`,
  { indexes: ['data_exports_running_idx'] },
);

interface ExportRow {
  readonly requested_at: Date;
  readonly completed_at: Date | null;
  readonly expires_at: Date;
}

const FIND_NEWEST = statement<ExportRow>(
  'find_newest_data_export',
  `select e.requested_at, e.completed_at, e.expires_at
     from identity.data_exports e where e.user_id = $1 and e.expires_at > now()
    order by e.requested_at desc limit 1`,
  { indexes: ['data_exports_user_id_idx'] },
);

/** Newest first. */
const LIST_FILES = statement<FileRow & { id: string }>(
  'list_files_of_user',
  'select f.id, f.name, f.size, f.uploaded_at from identity.files_of_user($1) f',
);

/** One that the former release has made has no content of its own. */
const CONTENT = `coalesce(e.content, ${contentOf({ completedAt: 'e.completed_at', tables: 'e.document' })})`;

const FIND_DOCUMENT = statement<{ id: string; size: number }>(
  'find_data_export_document',
  `select e.id, octet_length(${CONTENT}) as size
     from identity.data_exports e where e.user_id = $1 and e.completed_at is not null and e.expires_at > now()
    order by e.requested_at desc limit 1`,
  { indexes: ['data_exports_user_id_idx'] },
);

const FIND_SLICE = statement<ChunkRow>(
  'find_slice_of_data_export',
  `select substring(${CONTENT} from $2 for ${CHUNK_BYTES}) as bytes
     from identity.data_exports e where e.id = $1 and e.expires_at > now()`,
);

/** The caller's exports: each caller sees their own only, because no request names one. */
export const dataExportHandlers: HandlersOf<'DataExportService'> = {
  'DataExportService.CreateDataExport': (context) =>
    context.transaction(async (tx) => {
      const { id } = tx.facts.identities_user;
      const [newest] = await tx.query(FIND_NEWEST, [id]);
      if (newest?.completed_at === null) return present(newest, []);
      const { count, age_seconds } = onlyRow(await tx.query(COUNT_EXPORTS, [id]), 'the count');
      if (count >= MAX_A_DAY) {
        return refuse('rate_limited', {
          retryAfterSeconds: Math.max(1, Math.ceil(DAY_SECONDS - (age_seconds ?? 0))),
        });
      }
      const [added] = await tx.query(ADD_EXPORT, [id]);
      if (added !== undefined) {
        await tx.audit({ action: 'user.data_export_requested', subject_kind: 'user', subject_id: id });
      }
      return present(
        onlyRow(await tx.query(FIND_NEWEST, [id]), 'the export'),
        await tx.query(LIST_FILES, [id]),
      );
    }),

  'DataExportService.GetDataExport': async ({ read, facts }) => {
    const { id } = facts.identities_user;
    const [newest] = await read.query(FIND_NEWEST, [id]);
    if (newest === undefined) return { state: 'none', files: [] };
    return present(newest, newest.completed_at === null ? [] : await read.query(LIST_FILES, [id]));
  },

  'DataExportService.GetDataExportDocument': async ({ read, facts }) => {
    const { id: userId } = facts.identities_user;
    const [found] = await read.query(FIND_DOCUMENT, [userId]);
    if (found === undefined) return refuse('not_found');
    const file = { ...found, name: 'gatehouse-data.json', store_folder: null };
    return storedFile(file, null, (position) =>
      read.query(FIND_SLICE, [found.id, position * CHUNK_BYTES + 1]),
    );
  },
};

function present(
  { requested_at, completed_at, expires_at }: ExportRow,
  files: readonly (FileRow & { id: string })[],
): DataExport {
  const requested = { requested_at: requested_at.toISOString() };
  if (completed_at === null) return { state: 'running', ...requested, files: [] };
  return {
    state: 'ready',
    ...requested,
    expires_at: expires_at.toISOString(),
    files: files.map((row) => ({ id: row.id, file: presentFile(row) })),
  };
}
