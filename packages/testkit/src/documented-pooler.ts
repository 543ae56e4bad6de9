import { readFile } from 'node:fs/promises';

const DOCUMENT = new URL('../../../docs/operations.md', import.meta.url);
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
  const text = await readFile(DOCUMENT, 'utf8');
  const section = text.split(/^(?=## )/m).find((part) => part.startsWith(`${HEADING}\n`)) ?? '';
  return { settings: block(section, 'ini'), statements: block(section, 'sql') };
}

function block(section: string, language: string): string {
  const found = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(section)?.[1];
  if (found === undefined) throw new Error(`docs/operations.md, "${HEADING}", has no block of ${language}`);
  return found;
}
