import {
  etagOf,
  type Handler,
  notify,
  onlyRow,
  refuse,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import type { AdminUser, TalentAccessState } from '@gatehouse/contract';
import { FIND_USER, presentUser } from '../administration/user-row.ts';

const WRITE_TALENT_ACCESS = statement<{ etag: string }>(
  'write_talent_access',
  `update identity.users set talent_access_state = $2, updated_at = now() where id = $1
   returning ${etagOf('talent_access_version')}`,
);

/**
 * Changes a user's talent access, and tells the user; the same state again writes nothing. Only the approval of a
 * request needs no reason.
 */
export const updateTalentAccess: Handler<'AdministrationService.UpdateTalentAccess'> = (context, input) =>
  context.transaction(
    async (tx) => {
      const [user] = await tx.query(FIND_USER, [input.id]);
      if (user === undefined) return context.refuse('not_found');
      await tx.requireVersion(presentUser(user), {
        subjectId: user.id,
        actions: ['talent_access.requested', 'talent_access.changed'],
      });
      const [before, after, reason] = [user.talent_access_state, input.state, input.reason.trim()];
      if (reason === '' && !(before === 'pending' && after === 'active')) refuseWithoutReason();
      if (before === after) return presentUser(user);
      const { etag } = onlyRow(await tx.query(WRITE_TALENT_ACCESS, [input.id, after]), 'the user');
      await tx.audit({
        action: 'talent_access.changed',
        subject_kind: 'user',
        subject_id: input.id,
        reason,
        change: `${before} → ${after}`,
      });
      await reportDecision(tx, user, { before, after, reason: input.send_reason ? reason : '' });
      return presentUser({ ...user, etag, talent_access_state: after });
    },
    { locks: [{ kind: 'user', id: input.id, mode: 'exclusive' }] },
  );

async function reportDecision(
  tx: Transaction,
  { id, name, email, email_verified }: Pick<AdminUser, 'id' | 'name' | 'email' | 'email_verified'>,
  {
    before,
    after,
    reason,
  }: { readonly before: TalentAccessState; readonly after: TalentAccessState; readonly reason: string },
): Promise<void> {
  const decision = decisionOf(before, after);
  if (decision === null) return;
  await notify(tx, [id], { kind: 'access_decided', subjectId: id, value: decision });
  if (!email_verified) return;
  await tx.mail('talent_access_decided', {
    to: email,
    topic: id,
    values: { name, decision, reason, link: PAGES[decision] },
  });
}

const PAGES = {
  granted: '/talent',
  restored: '/talent',
  refused: '/talent/welcome?decision=refused',
  ended: '/talent/welcome?decision=ended',
  suspended: '/talent/suspended',
} as const;

/** What the mail says; null: nothing that the user must learn. */
function decisionOf(before: TalentAccessState, after: TalentAccessState): keyof typeof PAGES | null {
  switch (after) {
    case 'active':
      return before === 'suspended' ? 'restored' : 'granted';
    case 'suspended':
      return 'suspended';
    case 'none':
      return before === 'pending' ? 'refused' : 'ended';
    case 'pending':
      return null;
    default:
      return after satisfies never;
  }
}

function refuseWithoutReason(): never {
  return refuse('input_invalid', {
    detail: 'Invalid: reason.',
    errors: [{ field: 'reason', code: 'required', message: 'A reason is required.' }],
  });
}
