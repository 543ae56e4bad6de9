import { type Handler, hashSecretToken, statement } from '@gatehouse/boundary';
import { type CompanyRow, presentCompany } from '../companies/company.ts';
import { type MembershipRow, presentMembership } from './org-membership.ts';

const CREATE_COMPANY = statement<CompanyRow>(
  'create_company',
  'insert into employer.companies (name) values ($1) returning id, name, about, website, created_at',
);

/** Relies on org_memberships_user_id_key: a person has one membership record, whatever its status. */
const CREATE_MEMBERSHIP = statement<Omit<MembershipRow, 'user_name' | 'user_email'>>(
  'create_membership',
  `insert into employer.org_memberships (user_id, company_id, role)
   values ($1, $2, $3)
   on conflict (user_id) do nothing
   returning id, user_id, role, status, created_at`,
);

/**
 * Relies on invitations_token_hash_key. One use: the second of two at the same time finds it used. A switched-off
 * company's invitation does not work.
 */
const ACCEPT_INVITATION = statement<CompanyRow & { readonly role: MembershipRow['role'] }>(
  'accept_invitation',
  `update employer.invitations i set accepted_at = now(), accepted_by = $2
     from employer.companies c
    where i.token_hash = $1 and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()
      and c.id = i.company_id and c.condition = 'active'
   returning i.role, c.id, c.name, c.about, c.website, c.created_at`,
);

/**
 * Makes the caller's first company and its owner, or joins the company of an invitation. A person with any membership
 * record keeps that one, and the invitation stays unused.
 */
export const createOrgMembership: Handler<'OrgMembershipService.CreateOrgMembership'> = (context, input) =>
  context.transaction(async (tx) => {
    if (tx.facts.employment !== null) context.refuse('org_membership_exists');
    const { id, name, email } = tx.facts.identities_user;
    const token = input.invitation_token;
    const [joined] =
      token === undefined
        ? await tx.query(CREATE_COMPANY, [input.company?.name.trim()])
        : await tx.query(ACCEPT_INVITATION, [hashSecretToken(token), id]);
    if (joined === undefined) return context.refuse('token_invalid');
    const role = 'role' in joined ? joined.role : 'owner';
    const [membership] = await tx.query(CREATE_MEMBERSHIP, [id, joined.id, role]);
    if (membership === undefined) return context.refuse('org_membership_exists');
    await tx.audit({
      action: token === undefined ? 'company.created' : 'invitation.accepted',
      subject_kind: 'company',
      subject_id: joined.id,
    });
    await tx.audit({
      action: 'org_membership.created',
      subject_kind: 'org_membership',
      subject_id: membership.id,
      change: `none → active, ${role}`,
    });
    return {
      org_membership: presentMembership({ ...membership, user_name: name, user_email: email }),
      company: presentCompany(joined),
    };
  });
