import { type Handler, statement } from '@gatehouse/boundary';
import { normaliseEmail } from '../users/email.ts';
import { mailEnrolmentLink } from './enrolment-mail.ts';
import { staffLocks } from './staff-locks.ts';
import type { StaffPolicy } from './staff-policy.ts';
import { requestChange } from './staff-requests.ts';
import { presentAgain, requireAccount } from './update-account.ts';

/** An operator's account begins disabled. No row: the address has an account. */
const ADD_ACCOUNT = statement<{ id: string }>(
  'add_staff_account',
  `insert into identity.admins (email, name, role, disabled_at)
   values ($1, $2, $3, case when $3 = 'operator' then now() end)
   on conflict (email) do nothing returning id`,
  { indexes: ['admins_email_key'] },
);

/** Invites a viewer by mail, or requests an operator. */
export function createStaffAccount(policy: StaffPolicy): Handler<'StaffAccountService.CreateStaffAccount'> {
  return (context, input) =>
    context.transaction(
      async (tx) => {
        const { role } = input;
        const [name, reason] = [input.name.trim(), input.reason.trim()];
        const [added] = await tx.query(ADD_ACCOUNT, [normaliseEmail(input.email), name, role]);
        if (added === undefined) {
          return context.refuse('staff_account_exists', {
            detail: 'Find it in the list, and enable it or send a new link there.',
          });
        }
        const caller = tx.facts.identities_admin;
        const account = await requireAccount(tx, added.id);
        await tx.audit({
          action: 'admin.created',
          subject_kind: 'admin',
          subject_id: account.id,
          reason,
          change: `role ${role}`,
        });
        if (role === 'operator') await requestChange(tx, account, caller, { kind: 'enable', reason });
        else {
          await mailEnrolmentLink(tx, account, {
            createdBy: caller.id,
            approvedBy: null,
            occasion: 'invitation',
          });
        }
        return presentAgain(tx, account.id, policy);
      },
      { locks: staffLocks() },
    );
}
