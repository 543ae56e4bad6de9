import { type HandlersOf, oldestFirst, readPage, statement } from '@gatehouse/boundary';
import { createOrgMembership } from './create.ts';
import { leaveCompany } from './leave.ts';
import { type MembershipRow, ORG_MEMBERSHIP_COLUMNS, presentMembership } from './org-membership.ts';
import { updateOrgMembership } from './update.ts';

const OLDEST = oldestFirst('m.id');

const LIST_MEMBERSHIPS = statement<MembershipRow>(
  'list_memberships',
  `select ${ORG_MEMBERSHIP_COLUMNS}
     from employer.org_memberships m join identity.users u on u.id = m.user_id
    where m.company_id = $1 and ${OLDEST.after(2)}
    ${OLDEST.orderBy}
    limit $3`,
);

/** The members of a company. @param isReviewed whether a new company waits for its review. */
export const createOrgMembershipHandlers = ({
  isReviewed,
}: {
  isReviewed: boolean;
}): HandlersOf<'OrgMembershipService'> => ({
  'OrgMembershipService.CreateOrgMembership': createOrgMembership({ isReviewed }),

  'OrgMembershipService.ListOrgMemberships': ({ read, org_company }, input) =>
    readPage(input, {
      order: OLDEST,
      find: (after, count) => read.query(LIST_MEMBERSHIPS, [org_company.id, ...after, count]),
      present: presentMembership,
    }),

  'OrgMembershipService.UpdateOrgMembership': updateOrgMembership,

  'OrgMembershipService.DeleteCurrentOrgMembership': leaveCompany,
});
