import { setTimeout as delay } from 'node:timers/promises';
import { makeAdmin, makeColleague, makePerson } from '@gatehouse/testkit';
import { type History, Recorder, untilOver } from './history.ts';
import type { Model } from './linearizability.ts';
import { REVOCATIONS, type RevokingSystem } from './revocations.ts';

/** The revocations of one moment are up to this far apart. */
export const SPREAD_MILLIS = 150;

type AccessInput = 'revoke' | 'read';
const ACCESS: Model<boolean, AccessInput, boolean> = {
  initial: true,
  step: (isAllowed, input, output) => {
    if (input === 'read') return output === isAllowed ? [isAllowed] : [];
    return output === null ? [isAllowed, false] : [false];
  },
};

/** What the status of a request that needs an access says of it. */
const OUTCOMES = new Map([
  [200, true],
  [404, true],
  [401, false],
  [403, false],
]);

/** One user uses an access without a pause, and after `moment` it is taken away. */
export async function accessHistory(
  system: RevokingSystem,
  kind: keyof typeof REVOCATIONS,
  moment: Promise<unknown>,
): Promise<History> {
  const { database, publicHost } = system;
  const { name, use, prepare } = REVOCATIONS[kind];
  const victim = await makePerson(database, {
    talent: 'active',
    membership: { role: 'owner', status: 'active' },
  });
  const otherOwner = await makeColleague(database, victim);
  const { cookie: admin } = await makeAdmin(database, 'operator');
  const revoke = await prepare(system, { victim, otherOwner, admin });
  const recorder = new Recorder(name, ACCESS);
  const readOnce = () =>
    recorder.record(
      'read',
      () => publicHost.request(use.path, { method: use.method, cookie: victim.cookie }),
      (status) => OUTCOMES.get(status),
    );
  return recorder.history(async (isOver) => {
    const reading = untilOver(isOver, readOnce);
    await moment;
    await delay(Math.random() * SPREAD_MILLIS);
    await recorder.record('revoke', revoke, (status) => (status < 300 ? true : undefined));
    await reading;
    await readOnce();
  });
}
