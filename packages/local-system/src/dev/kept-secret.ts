import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '@gatehouse/runtime/error-code';

/**
 * A secret that is made once and kept in a file that this user alone reads.
 * @param path of the file; its folder is made where it is missing.
 */
export async function keptSecret(path: string, make: () => string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    const secret = make();
    await writeFile(path, `${secret}\n`, { mode: 0o600 });
    return secret;
  }
}
