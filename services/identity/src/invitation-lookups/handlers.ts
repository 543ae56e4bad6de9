import { type HandlersOf, hashSecretToken, statement } from '@gatehouse/boundary';
import type { InvitationLookup } from '@gatehouse/contract';
import { ACCEPTABLE_INVITATIONS } from '@gatehouse/hiring';
import { maskedAddress } from './masked-address.ts';

interface LookupRow extends Omit<InvitationLookup, 'expires_at'> {
  readonly expires_at: Date;
}

const LOOK_UP_INVITATION = statement<LookupRow>(
  'look_up_invitation',
  `select c.name as company_name, i.role, u.name as invited_by_name, i.email,
          identity.has_verified_address($2, i.email) as is_for_caller, i.expires_at
     from ${ACCEPTABLE_INVITATIONS}
     join identity.users u on u.id = i.invited_by
    where i.token_hash = $1`,
  { indexes: ['invitations_token_hash_key', 'companies_pkey', 'users_pkey'] },
);

/**
 * Shows an open invitation to a caller who has its token; accepts nothing. A caller with another address sees the invited
 * one masked: enough to recognise one's own address, too little to learn a stranger's.
 */
export const invitationLookupHandlers: HandlersOf<'InvitationLookupService'> = {
  'InvitationLookupService.LookUpInvitation': async ({ read, facts, refuse }, { invitation_token }) => {
    const values = [hashSecretToken(invitation_token), facts.identities_user.id];
    const [row] = await read.query(LOOK_UP_INVITATION, values);
    if (row === undefined) return refuse('token_invalid');
    return {
      ...row,
      email: row.is_for_caller ? row.email : maskedAddress(row.email),
      expires_at: row.expires_at.toISOString(),
    };
  },
};
