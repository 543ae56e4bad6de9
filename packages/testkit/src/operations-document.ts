import { readFile } from 'node:fs/promises';

const DOCUMENT = new URL('../../../docs/operations.md', import.meta.url);

/** A block of settings, commands or statements in the document. */
export interface DocumentedBlock {
  /** `ini`, `sh` or `sql`. */
  readonly language: string;
  readonly text: string;
}

/**
 * The blocks under a heading of `docs/operations.md`, in their order, so that tests run what operators run.
 * @param heading `## PgBouncer`: up to the next heading of its level.
 * @throws {Error} when it has no block.
 */
export async function readOperations(heading: string): Promise<readonly DocumentedBlock[]> {
  const text = await readFile(DOCUMENT, 'utf8');
  const section = text.split(/^(?=## )/m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const blocks = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', content = '']) => ({
      language,
      text: content,
    }),
  );
  if (blocks.length === 0) throw new Error(`docs/operations.md, "${heading}", has no block`);
  return blocks;
}
