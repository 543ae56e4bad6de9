import { type DocumentedBlock, readOperations } from './operations-document.ts';

const HEADING = '## PgBouncer';

/** What `docs/operations.md` tells operators to set for PgBouncer. */
export interface DocumentedPooler {
  /** Its section `[pgbouncer]`. */
  readonly settings: string;
  /** Statements for the owner, to be run on the server. */
  readonly statements: string;
}

/** Reads the settings from the document, so that tests run what operators configure. @throws {Error} when they are missing. */
export async function readDocumentedPooler(): Promise<DocumentedPooler> {
  const blocks = await readOperations(HEADING);
  return { settings: textOf(blocks, 'ini'), statements: textOf(blocks, 'sql') };
}

function textOf(blocks: readonly DocumentedBlock[], language: string): string {
  const found = blocks.find((block) => block.language === language)?.text;
  if (found === undefined) throw new Error(`docs/operations.md, "${HEADING}", has no block of ${language}`);
  return found;
}
