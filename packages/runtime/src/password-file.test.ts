import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PasswordFile } from './password-file.ts';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-password-'));
  path = join(folder, 'password');
});
afterAll(() => rm(folder, { recursive: true }));

const invalid = () => Object.assign(new Error('password authentication failed'), { code: '28P01' });

/** One connection attempt while the role has this password. Whether another attempt is due; null: it succeeded. */
async function attempt(file: PasswordFile, ofRole: string): Promise<boolean | null> {
  const password = await file.read();
  const error = password === ofRole ? null : invalid();
  file.report(password, error);
  return error === null ? null : file.isRetryable(error);
}

test('K1: the file is read for each connection, without the end of its line', async () => {
  const file = new PasswordFile(path);
  await writeFile(path, ' pass word \r\n');
  expect(await file.read()).toBe(' pass word ');
  await writeFile(path, 'other\n');
  expect(await file.read()).toBe('other');
});

test('K1: the file changes first: the former password is tried again, once, until the role has the new one', async () => {
  const file = new PasswordFile(path);
  await writeFile(path, 'old');
  expect(await attempt(file, 'old')).toBeNull();
  await writeFile(path, 'new');
  expect(await attempt(file, 'old')).toBe(true);
  // The password that was accepted is tried first from now on.
  expect(await attempt(file, 'old')).toBeNull();
  expect(await attempt(file, 'old')).toBeNull();
  expect(await attempt(file, 'new')).toBe(true);
  expect(await attempt(file, 'new')).toBeNull();
  expect(await attempt(file, 'new')).toBeNull();
});

test('K1: the role changes first: connections fail without a retry, and succeed once the file has changed', async () => {
  const file = new PasswordFile(path);
  await writeFile(path, 'old');
  expect(await attempt(file, 'old')).toBeNull();
  expect(await attempt(file, 'new')).toBe(true);
  expect(await attempt(file, 'new')).toBe(false);
  await writeFile(path, 'new');
  expect(await attempt(file, 'new')).toBeNull();
});

test('K1: of two connections that the change of the role meets at once, each tries the new password', async () => {
  const file = new PasswordFile(path);
  await writeFile(path, 'old');
  expect(await attempt(file, 'old')).toBeNull();
  await writeFile(path, 'new');
  expect(await attempt(file, 'old')).toBe(true);
  const [first, second] = [await file.read(), await file.read()];
  expect([first, second]).toEqual(['old', 'old']);
  for (const password of [first, second]) {
    const error = invalid();
    file.report(password, error);
    expect(file.isRetryable(error)).toBe(true);
  }
  expect(await attempt(file, 'new')).toBeNull();
});

test('K1: an outage says nothing of the password', async () => {
  const file = new PasswordFile(path);
  await writeFile(path, 'old');
  const error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  file.report(await file.read(), error);
  expect(file.isRetryable(error)).toBe(false);
  expect(file.isRetryable('no error')).toBe(false);
  expect(await attempt(file, 'old')).toBeNull();
});

test('K1: an empty or a missing file is named', async () => {
  const file = new PasswordFile(path);
  await writeFile(path, '\n');
  await expect(file.read()).rejects.toThrow(`${path} is empty`);
  await rm(path);
  await expect(file.read()).rejects.toThrow(/ENOENT.*password/);
});
