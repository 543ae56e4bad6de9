import {
  type Context,
  hashSecretToken,
  isOpenInvitation,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import type { EmployerOrgRole } from '@gatehouse/contract';
import { COMPANY_COLUMNS, type CompanyRow } from '../companies/company.ts';

interface InvitationRow extends CompanyRow {
  readonly invitation_id: string;
  readonly role: EmployerOrgRole;
  readonly is_for_caller: boolean;
}

/**
 * An invitation that can be accepted now: open, of an active company, by an inviter who is still an active owner of
 * it (G4). Locks the row: the invitation is used once, and a withdrawal commits before or waits.
 */
const LOCK_INVITATION = statement<InvitationRow>(
  'lock_invitation_to_accept',
  `select i.id as invitation_id, i.role, identity.has_verified_address($2, i.email) as is_for_caller,
          ${COMPANY_COLUMNS}
     from employer.invitations i
     join employer.companies c on c.id = i.company_id and c.condition = 'active'
     join employer.org_memberships m
       on m.user_id = i.invited_by and m.company_id = i.company_id and m.role = 'owner' and m.status = 'active'
    where i.token_hash = $1 and ${isOpenInvitation('i')}
      for update of i`,
  { indexes: ['invitations_token_hash_key', 'companies_pkey'] },
);

const ACCEPT_INVITATION = statement<object>(
  'accept_invitation',
  'update employer.invitations set accepted_at = now(), accepted_by = $2 where id = $1',
);

/**
 * Accepts an invitation for the caller, in the transaction that creates the membership.
 * @returns its company and role.
 * @throws {Refusal} token_invalid or invitation_address_mismatch; the invitation stays open.
 */
export async function acceptInvitation(
  context: Pick<Context<'OrgMembershipService.CreateOrgMembership'>, 'facts' | 'refuse'>,
  tx: Transaction,
  token: string,
): Promise<CompanyRow & { readonly role: EmployerOrgRole }> {
  const callerId = context.facts.identities_user.id;
  const [invitation] = await tx.query(LOCK_INVITATION, [hashSecretToken(token), callerId]);
  if (invitation === undefined) return context.refuse('token_invalid');
  const { invitation_id, is_for_caller, ...joined } = invitation;
  if (!is_for_caller) {
    context.refuse('invitation_address_mismatch', {
      detail: 'Sign in with the email address that was invited.',
    });
  }
  await tx.query(ACCEPT_INVITATION, [invitation_id, callerId]);
  return joined;
}
