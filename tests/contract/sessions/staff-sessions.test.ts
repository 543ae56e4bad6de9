import {
  currentOneTimeCode,
  DEMO_PASSWORD,
  makeAdmin,
  makeSession,
  startTestSystem,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ apis: ['identity'] });
});
afterAll(() => system.stop());

const PATH = '/api/identities/admin_sessions';
const send = (method: string, path: string, cookie: string) =>
  system.teamHost.request(path, { method, cookie });
const idsOf = async (cookie: string) =>
  (await send('GET', PATH, cookie)).body.items.map(({ id }: { id: string }) => id);

describe('the own sessions of an admin', () => {
  test('are listed, newest first, with browser and address, and without those that ended', async () => {
    const own = await makeAdmin(system.database, 'viewer');
    const [other, ended] = [
      await makeSession(system.database, 'admin', own.adminId),
      await makeSession(system.database, 'admin', own.adminId),
    ];
    await system.database.query('update identity.admin_sessions set ended_at = now() where id = $1', [
      ended.sessionId,
    ]);
    for (const limit of ['expires_at', 'idle_expires_at']) {
      const { sessionId } = await makeSession(system.database, 'admin', own.adminId);
      await system.database.query(
        `update identity.admin_sessions set ${limit} = now() - interval '1 second' where id = $1`,
        [sessionId],
      );
      expect((await send('DELETE', `${PATH}/${sessionId}`, own.cookie)).status).toBe(404);
    }
    await system.database.query(
      "update identity.admin_sessions set user_agent = $2, address = '10.0.0.7' where id = $1",
      [other.sessionId, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    );
    const { status, body } = await send('GET', PATH, own.cookie);
    expect(status).toBe(200);
    expect(body.items).toMatchObject([
      { id: other.sessionId, current: false, device: 'Firefox on Linux', address: '10.0.0.7' },
      { id: own.sessionId, current: true },
    ]);
  });

  test('G1: each can be ended, at once, and the trail has it', async () => {
    const own = await makeAdmin(system.database, 'viewer');
    const other = await makeSession(system.database, 'admin', own.adminId);
    expect((await send('DELETE', `${PATH}/${other.sessionId}`, own.cookie)).status).toBe(204);
    expect((await send('GET', `${PATH}/current`, other.cookie)).status).toBe(401);
    expect(await idsOf(own.cookie)).toEqual([own.sessionId]);
    expect((await send('DELETE', `${PATH}/${other.sessionId}`, own.cookie)).status).toBe(404);
    const events = await system.database.query(
      'select actor_id, action from identity.audit_events where subject_id = $1',
      [other.sessionId],
    );
    expect(events).toEqual([{ actor_id: own.adminId, action: 'admin_session.ended' }]);
    const ended = await system.database.query(
      'select end_reason from identity.admin_sessions where id = $1',
      [other.sessionId],
    );
    expect(ended).toEqual([{ end_reason: 'ended_by_admin' }]);
  });

  test('a session whose second factor is old ends none', async () => {
    const own = await makeAdmin(system.database, 'viewer');
    const other = await makeSession(system.database, 'admin', own.adminId);
    await system.database.query(
      "update identity.admin_sessions set second_factor_at = now() - interval '15 minutes' where id = $1",
      [own.sessionId],
    );
    expect((await send('DELETE', `${PATH}/${other.sessionId}`, own.cookie)).body.code).toBe(
      'reauthentication_required',
    );
    expect((await send('GET', `${PATH}/current`, other.cookie)).status).toBe(200);
  });

  test('are no other admin’s: those are neither listed nor ended', async () => {
    const [own, other] = [
      await makeAdmin(system.database, 'operator'),
      await makeAdmin(system.database, 'viewer'),
    ];
    expect(await idsOf(own.cookie)).toEqual([own.sessionId]);
    expect((await send('DELETE', `${PATH}/${other.sessionId}`, own.cookie)).status).toBe(404);
    expect((await send('GET', `${PATH}/current`, other.cookie)).status).toBe(200);
  });
});

describe('the session that a request carries', () => {
  const endOf = async (sessionId: string) => {
    const [row] = await system.database.query<{ end_reason: string; actor_id: string; action: string }>(
      `select s.end_reason, e.actor_id, e.action
         from identity.admin_sessions s join identity.audit_events e on e.subject_id = s.id where s.id = $1`,
      [sessionId],
    );
    return row;
  };
  const action = 'admin_session.ended';

  test('G3: is ended by a sign-out, and the trail has it', async () => {
    const own = await makeAdmin(system.database, 'viewer');
    const other = await makeSession(system.database, 'admin', own.adminId);
    expect((await send('DELETE', `${PATH}/current`, own.cookie)).status).toBe(204);
    expect((await send('GET', `${PATH}/current`, other.cookie)).status).toBe(200);
    expect((await send('GET', `${PATH}/current`, own.cookie)).status).toBe(401);
    expect(await endOf(own.sessionId)).toEqual({ end_reason: 'signed_out', actor_id: own.adminId, action });
  });

  test('G3: ends alone: neither a session that has ended, nor an expired one of another admin, is written', async () => {
    const [own, other] = [
      await makeAdmin(system.database, 'viewer'),
      await makeAdmin(system.database, 'viewer'),
    ];
    const [ended, expired] = [
      await makeSession(system.database, 'admin', own.adminId, 'ended'),
      await makeSession(system.database, 'admin', other.adminId, 'expired'),
    ];
    const cookie = [ended, expired, own].map((one) => one.cookie).join('; ');
    expect((await send('DELETE', `${PATH}/current`, cookie)).status).toBe(204);
    const [first, second, third] = [
      await endOf(own.sessionId),
      await endOf(ended.sessionId),
      await endOf(expired.sessionId),
    ];
    expect([first?.end_reason, second, third]).toEqual(['signed_out', undefined, undefined]);
  });

  test('S6: is replaced by a sign-in of another admin, and the trail has its end and the new one', async () => {
    const former = await makeAdmin(system.database, 'viewer');
    const email = 'viewer@demo.test';
    const totp = await currentOneTimeCode(system.database, email);
    const { status, body } = await system.teamHost.request(PATH, {
      method: 'POST',
      cookie: former.cookie,
      body: { email, password: DEMO_PASSWORD, totp },
    });
    expect(status).toBe(201);
    expect((await send('GET', `${PATH}/current`, former.cookie)).status).toBe(401);
    expect(await endOf(former.sessionId)).toEqual({
      end_reason: 'replaced_by_sign_in',
      actor_id: former.adminId,
      action,
    });
    const started = await system.database.query(
      'select action, actor_id from identity.audit_events where subject_id = $1',
      [body.session.id],
    );
    expect(started).toEqual([{ action: 'admin_session.started', actor_id: body.identities_admin.id }]);
  });
});
