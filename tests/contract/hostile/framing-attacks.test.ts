import { createApiClient, signIn, startTestSystem, systemKind, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { framingAttacks } from '#support/framing-attacks.ts';
import { openConnection, type RawConnection } from '#support/raw-connection.ts';

const ROUNDS = 3;
const SILENCE = 'neither answered nor closed';
const BEHIND = systemKind() === 'containers' ? 'behind nginx' : 'behind the ingress of `make dev`';
const VICTIMS = 4;
const SESSION = '/api/identities/user_sessions/current';

/** What the victim asks each part, and a hidden request that the part answers differently. */
const PARTS = {
  identity: { path: SESSION, own: '"talent@demo.test"', hidden: SESSION, foreign: '"owner@demo.test"' },
  talent: {
    path: '/api/talent/profiles/current',
    own: '"headline"',
    hidden: '/api/talent/job_posts',
    foreign: '"next_cursor"',
  },
  employer: {
    path: '/api/employer/job_posts',
    own: 'org_membership_required',
    hidden: '/api/employer/job_posts',
    foreign: '"next_cursor"',
  },
  web: { path: '/jobs', own: '<!DOCTYPE html>', hidden: '/robots.txt', foreign: 'Sitemap:' },
} as const;
type PartName = keyof typeof PARTS;

let system: TestSystem;
const cookies = { attacker: '', victim: '' };
const counted = { 'attacks on a part': 0, 'attacks through the ingress': 0, 'answers to the next client': 0 };

beforeAll(async () => {
  system = await startTestSystem({ withWeb: true, instances: 1 });
  cookies.attacker = await signIn(system.publicHost, 'owner@demo.test');
  cookies.victim = await signIn(system.publicHost, 'talent@demo.test');
});
afterAll(async () => {
  recordFinding('Hostile input', {
    tried: `requests hidden in another one, on a connection that carries the next client's request, too, ${BEHIND}`,
    counted: { ...counted, "of them another client's": 0 },
  });
  await system.stop();
});

const getAs = (path: string, cookie: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: ${system.local.publicHost}\r\nCookie: ${cookie}\r\n${more}\r\n`;

const portOf = (part: PartName) => Number(new URL(system.local.services[part][0]?.url ?? '').port);

/** Resolves when an answer has begun, or the connection has ended. */
async function answered({ socket, received }: RawConnection): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => {
      if (/HTTP\/1\.1 [2-5]\d\d/.test(received()) || socket.closed) resolve();
    };
    socket.on('data', look).once('close', () => resolve());
    look();
  });
}

describe('F5: a request hidden in another one', () => {
  const cases = framingAttacks.flatMap((attack) =>
    (Object.keys(PARTS) as PartName[]).map((part) => [attack.name, part, attack] as const),
  );

  test.each(cases)(
    'F5: %s: %s itself answers the next request with its own answer, or ends',
    async (_, part, attack) => {
      const { path, own, hidden, foreign } = PARTS[part];
      const connection = openConnection(
        portOf(part),
        attack.bytes({ host: system.local.publicHost, path }, getAs(hidden, cookies.attacker)),
      );
      connection.socket.setTimeout(5000, () => connection.socket.destroy(new Error(SILENCE)));
      await answered(connection);
      if (connection.socket.writable)
        connection.socket.write(getAs(path, cookies.victim, 'Connection: close\r\n'));
      await connection.ended;
      const received = connection.received();
      const closed = connection.socket.errored?.message === SILENCE ? SILENCE : 'closed';
      expect(received === '' ? closed : received).toMatch(/^(?:HTTP\/1\.1 [1-5]\d\d |closed$)/);
      const answers = received.split(/(?=HTTP\/1\.1 [2-5]\d\d)/);
      if (attack.isPipelined !== true) expect(answers.join('')).not.toContain(foreign);
      // The first is the attacker's own; behind what is in doubt there is none.
      if (answers.length > 1) expect(answers.at(-1)).toContain(own);
      counted['attacks on a part'] += 1;
      counted['answers to the next client'] += answers.length > 1 ? 1 : 0;
    },
  );

  test.each(cases)(
    'F5: %s: through the ingress to %s, the next clients get their own answers',
    async (_, part, attack) => {
      const { path, own, hidden } = PARTS[part];
      for (let round = 0; round < ROUNDS; round += 1) {
        const connection = openConnection(
          system.local.port,
          attack.bytes({ host: system.local.publicHost, path }, getAs(hidden, cookies.attacker)),
        );
        connection.socket.setTimeout(5000, () => connection.socket.destroy());
        await answered(connection);
        const client = createApiClient({ port: system.local.port, host: system.local.publicHost });
        for (let n = 0; n < VICTIMS; n += 1) {
          const answer = await client.request(path, { cookie: cookies.victim });
          expect(answer.text).toContain(own);
          expect(answer.headers['set-cookie']).toBeUndefined();
          counted['answers to the next client'] += 1;
        }
        client.close();
        connection.socket.destroy();
        counted['attacks through the ingress'] += 1;
      }
    },
  );
});
