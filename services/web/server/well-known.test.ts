import type { AddressInfo } from 'node:net';
import { afterAll, expect, jest, test } from '@jest/globals';
import express from 'express';
import { wellKnown } from './well-known.ts';

const EXPIRES = '2027-06-30T00:00:00.000Z';
const contact = { url: 'mailto:security@example.com', expires: EXPIRES };
const router = wellKnown({ origin: 'https://www.example.com', contact, passwordPage: null });
const server = express().use(router).listen(0);
afterAll(() => {
  server.close();
});

test('the running process serves security.txt until it expires, and lets no cache serve it for longer', async () => {
  const { port } = server.address() as AddressInfo;
  const now = jest.spyOn(Date, 'now');
  const answers: unknown[] = [];
  for (const secondsBefore of [7200, 3600, 90, 0, -1]) {
    now.mockReturnValue(Date.parse(EXPIRES) - secondsBefore * 1000);
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/.well-known/security.txt`);
    answers.push([secondsBefore, status, status === 200 ? headers.get('cache-control') : null]);
  }
  now.mockRestore();
  expect(answers).toEqual([
    [7200, 200, 'public, max-age=3600'],
    [3600, 200, 'public, max-age=3600'],
    [90, 200, 'public, max-age=90'],
    [0, 404, null],
    [-1, 404, null],
  ]);
});
