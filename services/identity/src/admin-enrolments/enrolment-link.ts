import {
  createSecretToken,
  hashSecretToken,
  lockAccess,
  type Queryable,
  queueMail,
} from '@gatehouse/boundary';
import type { AdminRole } from '@gatehouse/contract';
import type { ClientBase } from 'pg';
import { normaliseEmail } from '../users/email.ts';

const FIND_ADMIN = 'select id from identity.admins where email = $1';

const WRITE_ADMIN = `
  insert into identity.admins (email, name, role) values ($1, $2, $3)
  on conflict (email) do update set name = excluded.name, role = excluded.role, disabled_at = null
  returning id`;

const WRITE_ENROLMENT = `
  insert into identity.admin_enrolments (token_hash, admin_id, expires_at)
  values ($1, $2, now() + make_interval(hours => $3))`;

const END_OPEN_ENROLMENTS = `
  update identity.admin_enrolments set used_at = now(), encrypted_totp_secret = null
   where admin_id = $1 and used_at is null`;

const ADD_AUDIT_EVENT = `
  insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id, reason, change, trace_id)
  values ('system', null, 'admin.invited', 'admin', $1, '', $2, '')`;

/**
 * Creates an admin, or updates the one with this address, and creates a one-time link that sets password and second factor.
 * Earlier links of the admin end, a disabled account is enabled, and a lower role applies once this returns. The token is in the link's fragment; the
 * database has its hash.
 * @param teamOrigin scheme and host of the team host.
 * @param hours until the link expires.
 * @returns the link.
 */
export async function createEnrolmentLink(
  client: ClientBase,
  {
    email,
    name,
    role,
    hours,
    teamOrigin,
  }: { email: string; name: string; role: AdminRole; hours: number; teamOrigin: string },
): Promise<string> {
  const { token } = createSecretToken();
  const address = normaliseEmail(email);
  await client.query('begin');
  try {
    const found = await client.query<{ id: string }>(FIND_ADMIN, [address]);
    // A lower role is a revocation: it waits for the admin's running writes (G1).
    await lockAccess(
      client,
      found.rows.map(({ id }) => ({ kind: 'admin', id, mode: 'exclusive' })),
    );
    const { rows } = await client.query<{ id: string }>(WRITE_ADMIN, [address, name, role]);
    const [admin] = rows;
    if (admin === undefined) throw new Error('the admin has no row');
    await client.query(END_OPEN_ENROLMENTS, [admin.id]);
    await client.query(WRITE_ENROLMENT, [hashSecretToken(token), admin.id, hours]);
    await client.query(ADD_AUDIT_EVENT, [admin.id, `role ${role}`]);
    const tx: Queryable = {
      query: async ({ text }, values) => (await client.query(text, [...values])).rows,
    };
    await queueMail(tx, teamOrigin, 'staff_link_made', { to: address, values: { name } });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  return `${teamOrigin}/enrol#token=${token}`;
}
