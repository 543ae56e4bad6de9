import { type AccessLock, type Queryable, refuse, statement } from '@gatehouse/boundary';
import { exclusiveAdmin } from '../admin-sessions/presented-sessions.ts';
import type { StaffPolicy } from './staff-policy.ts';

/** No admin has this id: its lock is that of all changes of staff accounts. */
const ALL_STAFF = '00000000-0000-0000-0000-000000000000';

/**
 * The locks of a change of staff accounts. One change runs at a time, so that "another operator remains" stays true until it
 * commits. @param ids the admins whose access changes.
 */
export function staffLocks(...ids: readonly string[]): readonly AccessLock[] {
  return [ALL_STAFF, ...ids].map(exclusiveAdmin);
}

const HAS_OTHER_OPERATOR = statement<object>(
  'has_other_operator',
  `select from identity.admins a
    where a.id <> $1 and a.role = 'operator' and a.disabled_at is null
      and (exists (select from identity.admin_passkeys p where p.admin_id = a.id)
           or (not $2 and exists (select from identity.admin_second_factors f where f.admin_id = a.id)))
    limit 1`,
  { indexes: ['admins_active_operators_idx'] },
);

/** Whether another active operator can sign in. The staff's lock is held. */
export async function hasOtherOperator(
  tx: Queryable,
  adminId: string,
  { isPasskeyRequired }: StaffPolicy,
): Promise<boolean> {
  return (await tx.query(HAS_OTHER_OPERATOR, [adminId, isPasskeyRequired])).length > 0;
}

/** Refuses to take an operator's access unless another active operator can sign in. The staff's lock is held. */
export async function requireOtherOperator(
  tx: Queryable,
  adminId: string,
  policy: StaffPolicy,
): Promise<void> {
  if (!(await hasOtherOperator(tx, adminId, policy))) {
    refuse('staff_last_operator', {
      detail: 'One active operator with a second factor must remain. Invite another operator first.',
    });
  }
}
