import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate, provisionRoles, withOwner } from '@gatehouse/database';
import { findFreePort, type LocalSystem, startLocalSystem } from '@gatehouse/local-system';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@gatehouse/local-system/postgres';
import {
  type ApiAnswer,
  type ApiClient,
  createApiClient,
  type DocumentedBlock,
  makeAdmin,
  makeApplication,
  makeColleague,
  makePerson,
  readOperations,
  type TestPerson,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { DELETION_PATH, letDeletionBeDue, runRetentionJob } from '#support/account-deletions.ts';
import { copyRunningServer } from '#support/base-backup.ts';
import { type FaultProxy, startFaultProxy } from '#support/fault-proxy.ts';
import { DEFAULT_MAIL_CHOICES } from '#support/mail-choices.ts';
import { REVOCATIONS, type Revocation } from '#support/revocations.ts';
import { processesOf, signalProcess } from '#support/server-processes.ts';
import { waitFor } from '#support/wait-for.ts';

/** Folders and the time in the document, and those of the test in place of them. */
const BACKUPS = '/var/backups/gatehouse';
const SERVERS = '/var/lib/postgresql/18';
const DOCUMENTED_POINT = '2027-03-01 09:00:00+00';
const DATABASE = 'gatehouse';
const SETTINGS_PATH = '/api/identities/users/current/notification_settings';

interface RevokedAccess {
  readonly revocation: Revocation;
  readonly victim: TestPerson;
  readonly revoke: () => Promise<ApiAnswer>;
}

const password = randomBytes(18).toString('hex');
const running: EmbeddedPostgres[] = [];
const accesses: RevokedAccess[] = [];
let folder: string;
let present: { readonly url: string };
let proxy: FaultProxy;
let local: LocalSystem;
let publicHost: ApiClient;
let teamHost: ApiClient;
let bystander: TestPerson;
/** Has requested the deletion of the account before the point, and cancels it after. */
let undecided: TestPerson;
/** Sent before the point, and withdrawn after it. */
let withdrawnId: string;
/** Chooses no mails of messages and of a saved search after the point. */
let unsubscribed: TestPerson;
let operatorId: string;
/** After the base backup and before the revocations. */
let point: string;
let commands: readonly DocumentedBlock[];
let settings: readonly DocumentedBlock[];
let statements: readonly DocumentedBlock[];

/** The text of a block, for the folders and the time of this test. */
const textOf = (blocks: readonly DocumentedBlock[], index: number) =>
  (blocks[index]?.text ?? '')
    .replaceAll(BACKUPS, join(folder, 'backups'))
    .replaceAll(SERVERS, folder)
    .replaceAll(DOCUMENTED_POINT, point);

/** The lines of a configuration file as settings. */
const settingsOf = (text: string) =>
  Object.fromEntries(
    text
      .split('\n')
      .flatMap((line) => [/^(\w+) = (.*)$/.exec(line)])
      .flatMap((found) =>
        found === null ? [] : [[found[1] ?? '', (found[2] ?? '').replaceAll(/^'|'$/g, '')]],
      ),
  );

const query = <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
  withOwner(present.url, async (client) => (await client.query<Row>(text, [...values])).rows);

async function startServer(name: string, more: string) {
  const dataDir = join(folder, name);
  const port = await findFreePort();
  // The processes crash here, not the machine.
  const all = { fsync: 'off', max_connections: '200', ...settingsOf(more) };
  const postgres = await startEmbeddedPostgres({ dataDir, password, port, settings: all });
  running.push(postgres);
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`;
  return { dataDir, url, postgres };
}

const isAllowed = async ({ revocation: { use }, victim }: RevokedAccess) => {
  const { status } = await publicHost.request(use.path, { method: use.method, cookie: victim.cookie });
  expect([200, 404, 401, 403]).toContain(status);
  return status === 200 || status === 404;
};
const allowed = async () => {
  const names: string[] = [];
  for (const access of accesses) if (await isAllowed(access)) names.push(access.revocation.name);
  return names;
};
const ALL = Object.values(REVOCATIONS).map(({ name }) => name);

const sessionStatus = async () =>
  (await publicHost.request('/api/identities/user_sessions/current', { cookie: bystander.cookie })).status;

/** Restores by the commands of the document into a folder of this name. */
async function restoreInto(name: string, more: string): Promise<void> {
  await promisify(execFile)('bash', ['-euc', textOf(commands, 1).replaceAll('restored', name)]);
  present = await startServer(name, more);
  await waitFor(async () => {
    const [row] = await query<{ pg_is_in_recovery: boolean }>('select pg_is_in_recovery()');
    return row?.pg_is_in_recovery === false ? true : undefined;
  });
}

/** Restores, and leads the services there. The server has every setting of the one before it, and those of the document. */
async function restore(name: string, more = ''): Promise<void> {
  await restoreInto(name, textOf(settings, 0) + textOf(settings, 1).replaceAll('restored', name) + more);
  proxy.dropConnections();
  proxy.leadTo(new URL(present.url));
}

beforeAll(async () => {
  const blocks = await readOperations('## Back up and restore');
  const written = (language: string) => blocks.filter((block) => block.language === language);
  [settings, commands, statements] = [written('ini'), written('sh'), written('sql')];
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-restore-'));
  // The server is another user where root runs the tests.
  for (const path of ['', 'backups', 'backups/wal']) {
    await mkdir(join(folder, path), { recursive: true });
    await chmod(join(folder, path), 0o777);
  }
  const primary = await startServer('main', textOf(settings, 0));
  await withOwner(primary.postgres.url, (client) => client.query(`create database ${DATABASE}`));
  await migrate(primary.url);
  await provisionRoles(primary.url, () => password);
  present = primary;
  proxy = await startFaultProxy(new URL(primary.url));
  const port = await findFreePort();
  local = await startLocalSystem({
    port,
    withWeb: false,
    environment: { LOG_LEVEL: 'fatal' },
    roleUrl: (role) => {
      const url = new URL(proxy.urlThrough(primary.url));
      url.username = role;
      return url.href;
    },
  });
  publicHost = createApiClient({ port, host: local.publicHost });
  teamHost = createApiClient({ port, host: local.teamHost });

  await copyRunningServer(primary, join(folder, 'backups/base-2027-03-01T0300'));
  const database = { query };
  bystander = await makePerson(database);
  const { cookie: admin, adminId } = await makeAdmin(database, 'operator');
  operatorId = adminId;
  for (const revocation of Object.values(REVOCATIONS)) {
    const membership = { role: 'owner', status: 'active' } as const;
    const victim = await makePerson(database, { talent: 'active', membership });
    const otherOwner = await makeColleague(database, victim);
    const system = { publicHost, teamHost, database };
    const revoke = await revocation.prepare(system, { victim, otherOwner, admin });
    accesses.push({ revocation, victim, revoke });
  }
  expect(await allowed()).toEqual(ALL);
  undecided = await makePerson(database);
  await query(
    "update identity.users set deletion_requested_at = now(), deletion_due_at = now() + interval '7 days' where id = $1",
    [undecided.userId],
  );
  unsubscribed = await makePerson(database);
  await query(
    `insert into talent.saved_searches (user_id, search, frequency, next_mail_at)
     values ($1, '{"query": "joiner", "location": ""}', 'daily', 'infinity')`,
    [unsubscribed.userId],
  );
  const applicant = await makePerson(database, { talent: 'active' });
  const { companyId } = await makePerson(database, { membership: { role: 'owner', status: 'active' } });
  withdrawnId = await makeApplication(database, { companyId, userId: applicant.userId });
  await query(
    "insert into employer.application_notes (application_id, author_id, text) values ($1, $2, 'Of a member.')",
    [withdrawnId, bystander.userId],
  );
  await query(
    'insert into identity.admin_recovery_codes (code_hash, admin_id) select sha256(n::text::bytea), $1 from generate_series(1, 2) n',
    [operatorId],
  );
  point =
    (await query<{ now: string }>("select (now() at time zone 'UTC')::text || '+00' as now"))[0]?.now ?? '';
  for (const { revoke } of accesses) expect((await revoke()).status).toBeLessThan(300);
  expect(await allowed()).toEqual([]);
  const cancelled = await publicHost.request(DELETION_PATH, { method: 'DELETE', cookie: undecided.cookie });
  const withdrawn = await publicHost.request(`/api/talent/applications/${withdrawnId}`, {
    method: 'DELETE',
    cookie: applicant.cookie,
  });
  const choice = await publicHost.request(SETTINGS_PATH, {
    method: 'PUT',
    cookie: unsubscribed.cookie,
    body: { ...DEFAULT_MAIL_CHOICES, message_received: 'never' },
  });
  expect([cancelled.status, withdrawn.status, choice.status]).toEqual([204, 204, 200]);

  for (const pid of await processesOf(primary)) signalProcess(pid, 'SIGKILL');
  await primary.postgres.failed;
});
afterAll(async () => {
  publicHost?.close();
  teamHost?.close();
  await local?.stop();
  proxy?.stop();
  for (const postgres of running) await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

test('the archive accepts a file again after a crash, and refuses another one of its name', async () => {
  const command = settingsOf(textOf(settings, 0))['archive_command'] ?? '';
  const archive = (content: string) =>
    promisify(execFile)('bash', [
      '-c',
      `printf ${content} >"$0" && ${command.replaceAll('%p', '"$0"').replaceAll('%f', 'of-a-test')}`,
      join(folder, 'wal-file'),
    ]);
  await archive('one');
  await archive('one');
  await expect(archive('another')).rejects.toMatchObject({ code: 1 });
  expect(await readFile(join(folder, 'backups/wal/of-a-test'), 'utf8')).toBe('one');
});

describe('a restore from the base backup and the WAL, by the commands of docs/operations.md', () => {
  test('G1: to the end of the WAL, every revocation holds, and no other user is signed out', async () => {
    await restore('restored');
    await waitFor(async () => ((await sessionStatus()) === 200 ? true : undefined));
    expect(await allowed()).toEqual([]);
  });

  test('G1 G2: to an earlier time, access is back that had been revoked; the statements end every session and every link', async () => {
    await restore('earlier', textOf(settings, 2));
    await waitFor(async () => ((await sessionStatus()) === 200 ? true : undefined));
    expect(await allowed()).toEqual(ALL);

    await query(textOf(statements, 0));
    expect(await sessionStatus()).toBe(401);
    expect(await allowed()).toEqual([]);
    const reset = accesses.find(({ revocation }) => revocation === REVOCATIONS.passwordReset);
    expect(await reset?.revoke()).toMatchObject({ status: 410 });
  });

  test('G11: a deletion that was cancelled in the lost time does not happen after the statements, which move its date', async () => {
    await letDeletionBeDue({ query }, undecided.userId);
    await query(textOf(statements, 0));
    await runRetentionJob({
      roleUrl: (role) => {
        const url = new URL(present.url);
        url.username = role;
        return url.href;
      },
    });
    const [account] = await query<{ days: number }>(
      'select round(extract(epoch from deletion_due_at - now()) / 86400)::int as days from identity.users where id = $1',
      [undecided.userId],
    );
    expect(account).toEqual({ days: 7 });
  });

  test('the audit trail of the lost time names what was revoked, also once a restored server has archived its own WAL', async () => {
    const archive = join(folder, 'backups/wal-earlier');
    await query('select pg_switch_wal()');
    await waitFor(
      async () => (await readdir(archive)).some((file) => /^[0-9A-F]{24}$/.test(file)) || undefined,
    );
    const served = present;
    await restoreInto('lost-time', textOf(settings, 0) + textOf(settings, 1) + textOf(settings, 3));
    const rows = await query<{ action: string; subject_id: string }>(textOf(statements, 1));
    present = served;
    for (const named of [
      { action: 'user.deletion_cancelled', subject_id: undecided.userId },
      { action: 'application.withdrawn', subject_id: withdrawnId },
      { action: 'user.mail_settings_changed', subject_id: unsubscribed.userId },
    ]) {
      expect(rows).toContainEqual(expect.objectContaining(named));
    }
    const subjects = rows.map(({ subject_id }) => subject_id);
    const expected = accesses.map(({ victim: { userId, sessionId, membershipId, companyId } }) =>
      [userId, sessionId, membershipId, companyId].some((id) => id !== null && subjects.includes(id)),
    );
    expect(expected).toEqual(ALL.map(() => true));
  });

  test('G3: the statements for users whose credentials have changed remove the former ones, and no others', async () => {
    const reset = accesses.find(({ revocation }) => revocation === REVOCATIONS.passwordReset);
    const others = accesses.filter((access) => access !== reset);
    for (const { victim } of others) {
      await query("insert into identity.credentials (user_id, password_hash) values ($1, 'kept')", [
        victim.userId,
      ]);
    }
    await query(textOf(statements, 2).replaceAll('…', `'${reset?.victim.userId}'`));
    const left = await query<{ user_id: string }>('select user_id from identity.credentials');
    expect(left.map(({ user_id }) => user_id).toSorted()).toEqual(
      others.map(({ victim }) => victim.userId).toSorted(),
    );
  });

  test('U17: the statements for withdrawn applications leave nothing that the company reads but dates', async () => {
    const read = () =>
      query(
        `select a.withdrawn_at is not null as is_withdrawn, a.message,
                (select count(*)::int from employer.application_notes n where n.application_id = a.id) as notes
           from talent.applications a where a.id = $1`,
        [withdrawnId],
      );
    expect(await read()).toEqual([{ is_withdrawn: false, message: 'Hello.', notes: 1 }]);
    await query(textOf(statements, 3).replaceAll('…', `'${withdrawnId}'`));
    expect(await read()).toEqual([{ is_withdrawn: true, message: '', notes: 0 }]);
  });

  test('G3: the statement for staff who have used a recovery code ends the others, too', async () => {
    await query(textOf(statements, 4).replaceAll('…', `'${operatorId}'`));
    const usable = await query('select from identity.admin_recovery_codes where used_at is null');
    expect(usable).toEqual([]);
  });

  test('G10: the statements for users who have unsubscribed end the mails of that kind and of saved searches, and no others', async () => {
    await query(textOf(statements, 5).replaceAll('…', `'${unsubscribed.userId}'`));
    const chosen = await query(
      `select n.user_id, n.message_received, n.interview_changed, s.frequency
         from identity.notification_settings n join talent.saved_searches s using (user_id)`,
    );
    expect(chosen).toEqual([
      {
        user_id: unsubscribed.userId,
        message_received: 'never',
        interview_changed: 'at_once',
        frequency: 'none',
      },
    ]);
  });
});
