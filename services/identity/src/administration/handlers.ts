import type { HandlersOf } from '@gatehouse/boundary';
import { getAccessReview } from '../access-reviews/get-review.ts';
import { listPendingAccessRequests } from '../access-reviews/list-requests.ts';
import { updateTalentAccess } from '../access-reviews/update-talent-access.ts';
import { createAuditExport } from '../audit-trail/export-events.ts';
import { findAuditParties } from '../audit-trail/find-parties.ts';
import { listAuditEvents } from '../audit-trail/list-events.ts';
import { getAdminCompany, listAdminCompanies, updateCompanyCondition } from './companies.ts';
import { updateOrgMembershipStatus } from './org-memberships.ts';
import { getAdminOverview } from './overview.ts';
import { deleteAdminUserSessions, getAdminUser, listAdminUsers } from './users.ts';

/** What staff read and change. */
export const administrationHandlers: HandlersOf<'AdministrationService'> = {
  'AdministrationService.ListAdminUsers': listAdminUsers,
  'AdministrationService.GetAdminUser': getAdminUser,
  'AdministrationService.ListPendingAccessRequests': listPendingAccessRequests,
  'AdministrationService.GetAccessReview': getAccessReview,
  'AdministrationService.UpdateTalentAccess': updateTalentAccess,
  'AdministrationService.DeleteAdminUserSessions': deleteAdminUserSessions,
  'AdministrationService.ListAdminCompanies': listAdminCompanies,
  'AdministrationService.GetAdminCompany': getAdminCompany,
  'AdministrationService.UpdateCompanyCondition': updateCompanyCondition,
  'AdministrationService.UpdateOrgMembershipStatus': updateOrgMembershipStatus,
  'AdministrationService.GetAdminOverview': getAdminOverview,
  'AdministrationService.ListAuditEvents': listAuditEvents,
  'AdministrationService.FindAuditParties': findAuditParties,
  'AdministrationService.CreateAuditExport': createAuditExport,
};
