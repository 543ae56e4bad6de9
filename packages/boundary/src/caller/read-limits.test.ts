import { contracts, describeEndpoints, type Endpoint } from '@gatehouse/contract';
import { KeyedConcurrencyLimit } from '@gatehouse/runtime';
import { describe, expect, test } from '@jest/globals';
import { createContext } from '../create-context.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';
import { limitPerAccount, limitPublicReads } from './read-limits.ts';

const ENDPOINTS = Object.values(contracts).flatMap(describeEndpoints);
const OF_ACCOUNTS = ENDPOINTS.filter(({ rule }) => rule.kind !== 'public');
const READ = endpointBy('GET');
const WRITE = endpointBy('POST');

function endpointBy(method: Endpoint['method']): Endpoint {
  const found = OF_ACCOUNTS.find((endpoint) => endpoint.method === method);
  if (found === undefined) throw new Error(`no endpoint has the method ${method}`);
  return found;
}

const callerOf = (id: string) => ({ facts: { user: { identities_user: { id } }, admin: null } }) as Caller;

/** Limits that the account `flooding` has used up: one of its reads runs, and so many wait. */
function stage(maxWaiting = 0) {
  const readsPerAccount = new KeyedConcurrencyLimit({ maxRunning: 1, maxWaiting });
  readsPerAccount.tryAcquire('flooding');
  const work = { releaseWhile: async <T>(wait: () => Promise<T>) => (maxWaiting === 0 ? undefined : wait()) };
  const service = { readsPerAccount, work } as unknown as Service;
  const events: string[] = [];
  const send = (endpoint: Endpoint, accountId = 'flooding', isWrite = false) =>
    limitPerAccount(endpoint, callerOf(accountId), service, {
      run: async (hasWaited, markAsWrite) => {
        if (isWrite) markAsWrite();
        events.push(hasWaited ? 'ran after a wait' : 'ran');
        return 'answer';
      },
      decideAgain: async () => void events.push('decided again'),
    });
  return { send, events, readsPerAccount };
}

describe('G6: every request of an account passes the limit of reads or that of writes', () => {
  test.each(OF_ACCOUNTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    async (_name, endpoint) => {
      const { send } = stage();
      await expect(send(endpoint)).rejects.toMatchObject({ code: 'rate_limited' });
      expect(await send(endpoint, 'other')).toBe('answer');
      if (endpoint.isRead) return;
      // Its transaction waits in the queues of writes, and in no other.
      expect(await send(endpoint, 'flooding', true)).toBe('answer');
      let marks = 0;
      const markAsWrite = () => {
        marks += 1;
      };
      const { transaction } = createContext(
        { request: { headers: {} } } as Parameters<typeof createContext>[0],
        endpoint,
        { caller: callerOf('flooding'), markAsWrite } as Parameters<typeof createContext>[2],
        {} as Service,
      ) as { transaction: (work: () => void) => unknown };
      // Nothing of the service is there: it goes no further.
      expect(() => transaction(() => undefined)).toThrow(TypeError);
      expect(marks).toBe(1);
    },
  );
});

test('G6: a look-up takes its place before its work, as a read does: beyond the limit nothing is looked up', async () => {
  const lookUp = OF_ACCOUNTS.find(({ id }) => id === 'InvitationLookupService.LookUpInvitation');
  if (lookUp === undefined) throw new Error('no endpoint looks up an invitation');
  for (const endpoint of [READ, lookUp]) {
    const { send, events } = stage();
    await expect(send(endpoint)).rejects.toMatchObject({
      code: 'rate_limited',
      options: {
        detail: 'Too many of your requests wait for an answer. Try again in a moment.',
        retryAfterSeconds: 1,
      },
    });
    expect(events).toEqual([]);
  }
});

test('G6: a read makes room for the next one of its account when it ends', async () => {
  const { send, events } = stage();
  await send(READ, 'other');
  await send(READ, 'other');
  expect(events).toEqual(['ran', 'ran']);
});

describe('G6: what could write and has not', () => {
  test('waits as a read, and is decided again before it is answered', async () => {
    const { send, events, readsPerAccount } = stage(1);
    const answer = send(WRITE).then((answered) => events.push(answered));
    await new Promise(setImmediate);
    expect(events).toEqual(['ran']);
    readsPerAccount.release('flooding');
    await answer;
    expect(events).toEqual(['ran', 'decided again', 'answer']);
  });

  test('holds up the next read of its account as a short read does, and no longer', async () => {
    const { send, events } = stage(1);
    await send(WRITE, 'other');
    await send(READ, 'other');
    expect(events).toEqual(['ran', 'ran after a wait']);
  });

  const ended = (accountId: string, reason: Error) => {
    const { readsPerAccount } = stage();
    const request = { run: () => Promise.reject(reason), decideAgain: async () => undefined };
    const service = { readsPerAccount } as unknown as Service;
    return { readsPerAccount, answer: limitPerAccount(WRITE, callerOf(accountId), service, request) };
  };

  test('counts, too, when it is refused', async () => {
    const refusal = new Refusal('not_found');
    const { readsPerAccount, answer } = ended('other', refusal);
    await expect(answer).rejects.toBe(refusal);
    expect(readsPerAccount.tryAcquire('other')).toBe(false);
  });

  test('fails as it fails, also while reads of its account wait', async () => {
    const failure = new Error('a defect');
    const { answer } = ended('flooding', failure);
    await expect(answer).rejects.toBe(failure);
  });
});

describe('G6: reads of public endpoints', () => {
  const ofPublic = (isRead: boolean) => {
    const found = ENDPOINTS.find((endpoint) => endpoint.rule.kind === 'public' && endpoint.isRead === isRead);
    if (found === undefined) throw new Error('the contract has no such endpoint');
    return found;
  };
  /** @returns the addresses that were counted. */
  const read = (endpoint: Endpoint, visitorAddress: string | null, waitSeconds: number | null = null) => {
    const counted: string[] = [];
    const use = (address: string) => {
      counted.push(address);
      return waitSeconds;
    };
    const publicReads = { use } as unknown as Service['publicReads'];
    limitPublicReads(endpoint, { visitorAddress }, { publicReads });
    return counted;
  };

  test('count against the address of the visitor', () => {
    expect(read(ofPublic(true), '192.0.2.7')).toEqual(['192.0.2.7']);
  });

  test('are refused beyond its limit, with the seconds until it is free', async () => {
    const detail = 'Too many requests from this address in a minute. Try again in a moment.';
    const refused = { code: 'rate_limited', options: { detail, retryAfterSeconds: 7 } };
    await expect(async () => read(ofPublic(true), '192.0.2.7', 7)).rejects.toMatchObject(refused);
  });

  test('have no account whose reads count', async () => {
    const caller = { facts: { user: null, admin: null } } as Caller;
    const request = { run: async (hasWaited: boolean) => hasWaited, decideAgain: async () => undefined };
    expect(await limitPerAccount(ofPublic(true), caller, {} as Service, request)).toBe(false);
  });

  test.each([
    ['a read of the web tier, which has none', ofPublic(true), null],
    ['a write', ofPublic(false), '192.0.2.7'],
    ['a read of an account', READ, '192.0.2.7'],
  ] as const)('do not count %s', (_what, endpoint, address) => {
    expect(read(endpoint, address, 7)).toEqual([]);
  });
});
