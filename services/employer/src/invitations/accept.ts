import { type Context, hashSecretToken, statement, type Transaction } from '@gatehouse/boundary';
import type { EmployerOrgRole } from '@gatehouse/contract';
import { ACCEPTABLE_INVITATIONS } from '@gatehouse/hiring';
import { COMPANY_COLUMNS, type CompanyRow } from '../companies/company.ts';

interface InvitationRow extends CompanyRow {
  readonly invitation_id: string;
  readonly role: EmployerOrgRole;
  readonly is_for_caller: boolean;
}

const FROM_ACCEPTABLE = `from ${ACCEPTABLE_INVITATIONS} where i.token_hash = $1`;

const IS_FOR_CALLER = 'identity.has_verified_address($2, i.email) as is_for_caller';

/** Before the exclusive lock, on which the caller's revocations would wait (G1). */
const FIND_INVITATION = statement<{ company_id: string; is_for_caller: boolean }>(
  'find_invitation_to_accept',
  `select i.company_id, ${IS_FOR_CALLER} ${FROM_ACCEPTABLE}`,
  { indexes: ['invitations_token_hash_key', 'companies_pkey'] },
);

/** Locks the row: the invitation is used once, and a withdrawal commits before or waits. */
const LOCK_INVITATION = statement<InvitationRow>(
  'lock_invitation_to_accept',
  `select i.id as invitation_id, i.role, ${IS_FOR_CALLER}, ${COMPANY_COLUMNS} ${FROM_ACCEPTABLE}
      for update of i`,
  { indexes: ['invitations_token_hash_key', 'companies_pkey'] },
);

/** Also by the invitation: another request of the same user has used it. */
const HAS_MEMBERSHIP = statement<object>(
  'has_membership',
  'select from employer.org_memberships where user_id = $1',
  { indexes: ['org_memberships_user_id_key'] },
);

const ACCEPT_INVITATION = statement<object>(
  'accept_invitation',
  'update employer.invitations set accepted_at = now(), accepted_by = $2 where id = $1',
);

type JoinContext = Context<'OrgMembershipService.CreateOrgMembership'>;

/**
 * The company of an invitation that the caller can accept, found without a lock.
 * @throws {Refusal} as `acceptInvitation`, or org_membership_exists.
 */
export async function findInvitingCompany(
  context: Pick<JoinContext, 'facts' | 'read' | 'refuse'>,
  token: string,
): Promise<string> {
  const { read, refuse, facts } = context;
  const callerId = facts.identities_user.id;
  const [invitation] = await read.query(FIND_INVITATION, [hashSecretToken(token), callerId]);
  if (invitation === undefined) {
    const memberships = await read.query(HAS_MEMBERSHIP, [callerId]);
    return refuse(memberships.length === 0 ? 'token_invalid' : 'org_membership_exists');
  }
  if (!invitation.is_for_caller) return refuseOtherAddress(context);
  return invitation.company_id;
}

/**
 * Accepts an invitation for the caller, in the transaction that creates the membership.
 * @returns its company and role.
 * @throws {Refusal} token_invalid or invitation_address_mismatch; the invitation stays open.
 */
export async function acceptInvitation(
  context: Pick<JoinContext, 'facts' | 'refuse'>,
  tx: Transaction,
  token: string,
): Promise<CompanyRow & { readonly role: EmployerOrgRole }> {
  const callerId = context.facts.identities_user.id;
  const [invitation] = await tx.query(LOCK_INVITATION, [hashSecretToken(token), callerId]);
  if (invitation === undefined) return context.refuse('token_invalid');
  const { invitation_id, is_for_caller, ...joined } = invitation;
  if (!is_for_caller) return refuseOtherAddress(context);
  await tx.query(ACCEPT_INVITATION, [invitation_id, callerId]);
  return joined;
}

function refuseOtherAddress({ refuse }: Pick<JoinContext, 'refuse'>): never {
  return refuse('invitation_address_mismatch', {
    detail: 'Sign in with the email address that was invited.',
  });
}
