import { createSecretToken, lockAccess, onlyRow, queueMail, statement } from '@gatehouse/boundary';
import type { AdminRole } from '@gatehouse/contract';
import { transactionOn } from '@gatehouse/runtime/database';
import type { ClientBase } from 'pg';
import { endPower, withdrawRequests } from '../staff-accounts/lost-power.ts';
import { endSecondFactors } from '../staff-accounts/second-factors.ts';
import { hasOtherOperator, staffLocks } from '../staff-accounts/staff-locks.ts';
import { normaliseEmail } from '../users/email.ts';
import { type OwnerTransaction, ownerTransaction } from './owner-transaction.ts';

interface FoundAdmin {
  readonly id: string;
  readonly role: AdminRole;
  readonly is_disabled: boolean;
  readonly is_enrolled: boolean;
}

/** Who has set a password once is enrolled, also after a reset of the second factor. */
const FIND_ADMIN = statement<FoundAdmin>(
  'find_admin_to_invite',
  `select a.id, a.role, a.disabled_at is not null as is_disabled,
          exists (select from identity.admin_credentials c where c.admin_id = a.id)
          or exists (select from identity.admin_second_factors f where f.admin_id = a.id)
          or exists (select from identity.admin_passkeys p where p.admin_id = a.id) as is_enrolled
     from identity.admins a where a.email = $1`,
  { indexes: ['admins_email_key'] },
);

const WRITE_ADMIN = statement<{ id: string }>(
  'write_invited_admin',
  `insert into identity.admins (email, name, role) values ($1, $2, $3)
   on conflict (email) do update set name = excluded.name, role = excluded.role, disabled_at = null
   returning id`,
);

const WRITE_ENROLMENT = statement<object>(
  'write_printed_admin_enrolment',
  `insert into identity.admin_enrolments (token_hash, admin_id, expires_at)
   values ($1, $2, now() + make_interval(hours => $3))`,
);

const END_OPEN_ENROLMENTS = statement<object>(
  'end_admin_enrolments_before_printed_one',
  `update identity.admin_enrolments set used_at = now(), encrypted_totp_secret = null
    where admin_id = $1 and used_at is null`,
);

/** The admin that a link is for. */
export interface Invitation {
  readonly email: string;
  readonly name: string;
  readonly role: AdminRole;
  /** Until the link expires. */
  readonly hours: number;
  /** Scheme and host of the team host. */
  readonly teamOrigin: string;
  /** Enables a disabled account, and makes a viewer of the last operator. */
  readonly isForced: boolean;
  /** Leaves an account alone that is enrolled or disabled, or has another role. */
  readonly isOnlyFirst: boolean;
  /** Whether an operator without a passkey cannot sign in. */
  readonly isPasskeyRequired: boolean;
}

/**
 * Creates an admin, or updates the one with this address, and creates a one-time link that sets password and second factor.
 * Earlier links of the admin end, and a lower role applies once this returns. The token is in the link's fragment; the
 * database has its hash.
 * @returns the link; null: the account was left alone.
 * @throws {Error} that says why nothing was changed.
 */
export async function createEnrolmentLink(
  client: ClientBase,
  invitation: Invitation,
): Promise<string | null> {
  const token = await transactionOn(client, () => invite(client, invitation));
  return token === null ? null : `${invitation.teamOrigin}/enrol#token=${token}`;
}

/** @returns the token; null: the account was left alone. */
async function invite(client: ClientBase, invitation: Invitation): Promise<string | null> {
  const { name, role, hours, teamOrigin, isOnlyFirst } = invitation;
  const address = normaliseEmail(invitation.email);
  const tx = ownerTransaction(client);
  // The lock of all staff is the first in the one order: with it held, the address keeps its account.
  await lockAccess(client, staffLocks());
  const [{ id } = { id: null }] = await tx.query(FIND_ADMIN, [address]);
  // A lower role is a revocation: it waits for the admin's running writes (G1).
  if (id !== null) await lockAccess(client, staffLocks(id));
  const [found] = await tx.query(FIND_ADMIN, [address]);
  if (found !== undefined) {
    if (isOnlyFirst && (found.is_enrolled || found.is_disabled || found.role !== role)) return null;
    await changeAccess(tx, found, invitation);
  }
  const admin = onlyRow(await tx.query(WRITE_ADMIN, [address, name, role]), 'the admin');
  await tx.query(END_OPEN_ENROLMENTS, [admin.id]);
  const { token, tokenHash } = createSecretToken();
  await tx.query(WRITE_ENROLMENT, [tokenHash, admin.id, hours]);
  await tx.audit('admin.invited', admin.id, `role ${role}`);
  await queueMail(tx, teamOrigin, 'staff_link_made', { to: address, values: { name } });
  return token;
}

/** Ends what an account loses by a lower role, or must not keep once it is enabled (G2). The upsert writes both. */
async function changeAccess(
  tx: OwnerTransaction,
  { id, role: before, is_disabled }: FoundAdmin,
  { role, isForced, isPasskeyRequired }: Invitation,
): Promise<void> {
  if (is_disabled && !isForced) {
    throw new Error('the account is disabled; --force enables it, and ends its second factors');
  }
  const isDemotion = before === 'operator' && role === 'viewer';
  if (isDemotion && !is_disabled && !isForced && !(await hasOtherOperator(tx, id, { isPasskeyRequired }))) {
    throw new Error('this is the last active operator with a second factor; --force makes it a viewer');
  }
  if (is_disabled) {
    // What opened the account before does not open it again: only the link does.
    await endSecondFactors(tx, id);
    const ended = await endPower(tx, id, 'second_factor_reset');
    await tx.audit('admin.second_factor_reset', id, `${ended} sessions ended`);
    await tx.audit('admin.condition_changed', id, 'disabled → active');
  }
  if (before === role) return;
  const ended = isDemotion ? `${await endPower(tx, id, 'role_changed')} sessions ended, ` : '';
  // Its approval would change nothing, and say otherwise.
  if (!isDemotion) await withdrawRequests(tx, id, 'the account has the role');
  await tx.audit('admin.role_changed', id, `${ended}${before} → ${role}`);
}
