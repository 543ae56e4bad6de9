import {
  type AccessLock,
  type Context,
  etagOf,
  type Handler,
  hashSecretToken,
  onlyRow,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import { COMPANY_COLUMNS, type CompanyRow, presentCompany } from '../companies/company.ts';
import { acceptInvitation } from '../invitations/accept.ts';
import { type MembershipRow, presentMembership } from './org-membership.ts';

const CREATE_COMPANY = statement<CompanyRow>(
  'create_company',
  `insert into employer.companies as c (name, review_state) values ($1, $2) returning ${COMPANY_COLUMNS}`,
);

/** No row: the user has a membership already, whatever its status. */
const CREATE_MEMBERSHIP = statement<Omit<MembershipRow, 'user_name' | 'user_email' | 'revoked_by'>>(
  'create_membership',
  `insert into employer.org_memberships (user_id, company_id, role)
   values ($1, $2, $3)
   on conflict (user_id) do nothing
   returning id, user_id, role, status, created_at, ${etagOf('version')}`,
  { indexes: ['org_memberships_user_id_key'] },
);

const FIND_INVITATION_COMPANY = statement<{ company_id: string }>(
  'find_invitation_company',
  'select company_id from employer.invitations where token_hash = $1',
  { indexes: ['invitations_token_hash_key'] },
);

/**
 * Creates the caller's company, with the caller as owner, or joins the company of an invitation. A caller who has a
 * membership keeps it, whatever its status, and the invitation stays open.
 */
export const createOrgMembership =
  ({ isReviewed }: { isReviewed: boolean }): Handler<'OrgMembershipService.CreateOrgMembership'> =>
  async (context, input) => {
    // A second membership or an unknown link takes no exclusive lock, on which the owner's revocations would wait (G1).
    if (context.facts.org_membership !== null) context.refuse('org_membership_exists');
    const locks: AccessLock[] = [{ kind: 'user', id: context.facts.identities_user.id, mode: 'exclusive' }];
    if (input.invitation_token !== undefined) locks.push(await companyLock(context, input.invitation_token));
    return context.transaction(
      async (tx) => {
        if (tx.facts.org_membership !== null) context.refuse('org_membership_exists');
        const { id, name, email } = tx.facts.identities_user;
        const token = input.invitation_token;
        const { role, ...company } =
          token === undefined
            ? {
                role: 'owner' as const,
                ...(await createCompany(tx, input.company?.name.trim() ?? '', isReviewed)),
              }
            : await acceptInvitation(context, tx, token);
        const [membership] = await tx.query(CREATE_MEMBERSHIP, [id, company.id, role]);
        if (membership === undefined) return context.refuse('org_membership_exists');
        await tx.audit({
          action: token === undefined ? 'company.created' : 'invitation.accepted',
          subject_kind: 'company',
          subject_id: company.id,
        });
        await tx.audit({
          action: 'org_membership.created',
          subject_kind: 'org_membership',
          subject_id: membership.id,
          change: `none → active, ${role}`,
        });
        return {
          org_membership: presentMembership({
            ...membership,
            revoked_by: null,
            user_name: name,
            user_email: email,
          }),
          company: presentCompany(company),
        };
      },
      { locks },
    );
  };

/** The company's lock also keeps the inviter's right to invite: a change of a membership takes it exclusively. */
async function companyLock(
  { read, refuse }: Pick<Context<'OrgMembershipService.CreateOrgMembership'>, 'read' | 'refuse'>,
  token: string,
): Promise<AccessLock> {
  const [found] = await read.query(FIND_INVITATION_COMPANY, [hashSecretToken(token)]);
  if (found === undefined) return refuse('token_invalid');
  return { kind: 'company', id: found.company_id, mode: 'shared' };
}

async function createCompany(tx: Transaction, name: string, isReviewed: boolean): Promise<CompanyRow> {
  const values = [name, isReviewed ? 'pending' : 'approved'];
  return onlyRow(await tx.query(CREATE_COMPANY, values), 'the new company');
}
