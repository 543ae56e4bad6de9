import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { addService } from './new-service.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test.each(['', 'Billing', 'bill-ing', '../billing', 'b', 'billing2'])(
  '%j is no name of a service',
  (name) => {
    expect(() => addService(ROOT, name)).toThrow('use 2 to 20 lower-case letters');
  },
);

test.each(['talent', 'web', 'paging', 'identities', 'public'])('%j is taken', (name) => {
  expect(() => addService(ROOT, name)).toThrow(`${name} is taken`);
});

test('nothing is written to a tree that it does not know', () => {
  const empty = mkdtempSync(join(tmpdir(), 'gatehouse-empty-'));
  try {
    expect(() => addService(empty, 'billing')).toThrow();
    expect(existsSync(join(empty, 'services'))).toBe(false);
  } finally {
    rmSync(empty, { recursive: true });
  }
});
