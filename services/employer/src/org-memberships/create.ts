import {
  type AccessLock,
  etagOf,
  type Handler,
  onlyRow,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import { COMPANY_COLUMNS, type CompanyRow, presentCompany } from '../companies/company.ts';
import { acceptInvitation, findInvitingCompany } from '../invitations/accept.ts';
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

/**
 * Creates the caller's company, with the caller as owner, or joins the company of an invitation. A caller who has a
 * membership keeps it, whatever its status, and the invitation stays open.
 */
export const createOrgMembership =
  ({ isReviewed }: { isReviewed: boolean }): Handler<'OrgMembershipService.CreateOrgMembership'> =>
  async (context, input) => {
    // What cannot join takes no exclusive lock, on which the user's revocations would wait (G1).
    if (context.facts.org_membership !== null) context.refuse('org_membership_exists');
    const locks: AccessLock[] = [{ kind: 'user', id: context.facts.identities_user.id, mode: 'exclusive' }];
    if (input.invitation_token !== undefined) {
      // It also keeps the inviter's right to invite: a change of a membership takes it exclusively.
      const id = await findInvitingCompany(context, input.invitation_token);
      locks.push({ kind: 'company', id, mode: 'shared' });
    }
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

async function createCompany(tx: Transaction, name: string, isReviewed: boolean): Promise<CompanyRow> {
  const values = [name, isReviewed ? 'pending' : 'approved'];
  return onlyRow(await tx.query(CREATE_COMPANY, values), 'the new company');
}
