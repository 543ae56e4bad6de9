import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Results of parts that take hours together, so that one part can run alone; a JSON file each, stored in the repository. */
export interface StoredResults<Result> {
  /** @returns null if the part never ran to completion. */
  read(part: string): Result | null;
  write(part: string, result: Result): void;
}

/** @param folder ends with a slash. A slash in a part's name becomes a hyphen. */
export function storedResults<Result>(folder: URL): StoredResults<Result> {
  const pathOf = (part: string) => fileURLToPath(new URL(`${part.replaceAll('/', '-')}.json`, folder));
  return {
    read: (part) =>
      existsSync(pathOf(part)) ? (JSON.parse(readFileSync(pathOf(part), 'utf8')) as Result) : null,
    write: (part, result) => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(pathOf(part), `${JSON.stringify(result, null, 2)}\n`);
    },
  };
}

/** Changes with a text: what a stored result was made of. */
export function contentDigest(text: string): string {
  return hash('sha256', text).slice(0, 12);
}
