import { type ChunkRow, type Handler, type StoredFile, statement, storedFile } from '@gatehouse/boundary';
import type { DocumentStore } from '@gatehouse/runtime';

const FIND_CV = statement<StoredFile>(
  'find_cv_of_application',
  `select v.id, v.name, v.size, v.store_folder
     from talent.applications a join talent.sent_cvs v on v.id = a.cv_id
    where a.id = $1 and a.company_id = $2`,
);

const FIND_CHUNK = statement<ChunkRow>(
  'find_chunk_of_sent_cv',
  'select bytes from talent.sent_cv_chunk($1, $2, $3, $4) as bytes where bytes is not null',
);

/** The same condition for a file whose chunks are in the store. */
const FIND_STORED = statement<ChunkRow>(
  'find_stored_sent_cv',
  `select null::bytea as bytes
     from talent.applications a join talent.sent_cvs v on v.id = a.cv_id
    where a.id = $1 and a.company_id = $2 and v.id = $3`,
);

/**
 * The CV that an application was sent with.
 * @param documents the store for the content of CVs; null: none is configured.
 */
export function createGetApplicationCvDocument(
  documents: DocumentStore | null,
): Handler<'ApplicationService.GetApplicationCvDocument'> {
  return async ({ read, org_company, refuse }, { id }) => {
    const [row] = await read.query(FIND_CV, [id, org_company.id]);
    if (row === undefined) return refuse('not_found');
    const ofCompany = [id, org_company.id, row.id];
    return storedFile(row, documents, (position) =>
      row.store_folder === null
        ? read.query(FIND_CHUNK, [...ofCompany, position])
        : read.query(FIND_STORED, ofCompany),
    );
  };
}
