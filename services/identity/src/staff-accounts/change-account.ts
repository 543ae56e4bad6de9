import { statement, type Transaction } from '@gatehouse/boundary';
import type { AdminRole, StaffCondition } from '@gatehouse/contract';
import { mailEnrolmentLink } from './enrolment-mail.ts';
import { endPower } from './lost-power.ts';
import { endSecondFactors } from './second-factors.ts';
import { isEnrolled, type StaffAccountRow } from './staff-account-row.ts';
import { requireOtherOperator } from './staff-locks.ts';
import type { StaffPolicy } from './staff-policy.ts';

const WRITE_ROLE = statement<object>(
  'write_admin_role',
  'update identity.admins set role = $2 where id = $1',
);

const WRITE_CONDITION = statement<object>(
  'write_admin_condition',
  `update identity.admins set disabled_at = case when $2 = 'disabled' then now() end where id = $1`,
);

/** Who decided a change, and why. */
export interface StaffChange {
  readonly reason: string;
  /** The operator who asked, and the one who approved; null: no approval was needed. */
  readonly by: { readonly createdBy: string; readonly approvedBy: string | null };
}

/** Writes a role. Who is no longer an operator loses sessions, links and requests at once (G2). */
export async function writeRole(
  tx: Transaction,
  account: StaffAccountRow,
  role: AdminRole,
  { reason, policy }: { readonly reason: string; readonly policy: StaffPolicy },
): Promise<void> {
  const isDemotion = role === 'viewer';
  if (isDemotion && account.condition === 'active') await requireOtherOperator(tx, account.id, policy);
  const ended = isDemotion ? await endPower(tx, account.id, 'role_changed') : 0;
  await tx.query(WRITE_ROLE, [account.id, role]);
  await tx.audit({
    action: 'admin.role_changed',
    subject_kind: 'admin',
    subject_id: account.id,
    reason,
    change: `${ended} sessions ended, ${account.role} → ${role}`,
  });
}

/** Disables an account: sessions, links and requests end at once (G2). */
export async function disableAccount(
  tx: Transaction,
  account: StaffAccountRow,
  { reason, policy }: { readonly reason: string; readonly policy: StaffPolicy },
): Promise<void> {
  if (account.role === 'operator') await requireOtherOperator(tx, account.id, policy);
  const ended = await endPower(tx, account.id, 'disabled');
  await writeCondition(tx, account, 'disabled', {
    reason,
    change: `${ended} sessions ended, active → disabled`,
  });
}

/** Enables an account; without a second factor it gets a new link. */
export async function enableAccount(
  tx: Transaction,
  account: StaffAccountRow,
  { reason, by }: StaffChange,
  { isPasskeyRequired }: StaffPolicy,
): Promise<void> {
  await writeCondition(tx, account, 'active', { reason, change: 'disabled → active' });
  if (!isEnrolled(account, isPasskeyRequired)) {
    await mailEnrolmentLink(tx, account, { ...by, occasion: 'invitation' });
  }
}

/** Removes an admin's second factors, ends sessions, links and requests, and mails a link for a new enrolment (G2). */
export async function resetSecondFactor(
  tx: Transaction,
  account: StaffAccountRow,
  { reason, by }: StaffChange,
  policy: StaffPolicy,
): Promise<void> {
  const { id, role } = account;
  if (role === 'operator') await requireOtherOperator(tx, id, policy);
  await endSecondFactors(tx, id);
  // What a thief with the old factor has asked for and offered ends, too.
  const ended = await endPower(tx, id, 'second_factor_reset');
  const change = `${ended} sessions ended`;
  await tx.audit({
    action: 'admin.second_factor_reset',
    subject_kind: 'admin',
    subject_id: id,
    reason,
    change,
  });
  await mailEnrolmentLink(tx, account, { ...by, occasion: 'reset' });
}

async function writeCondition(
  tx: Transaction,
  { id }: StaffAccountRow,
  condition: StaffCondition,
  { reason, change }: { readonly reason: string; readonly change: string },
): Promise<void> {
  await tx.query(WRITE_CONDITION, [id, condition]);
  await tx.audit({
    action: 'admin.condition_changed',
    subject_kind: 'admin',
    subject_id: id,
    reason,
    change,
  });
}
