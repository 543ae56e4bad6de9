import type { HandlersOf } from '@gatehouse/boundary';
import { createApplicationHandlers } from './applications/handlers.ts';
import { getCurrentCompany, updateCurrentCompany } from './companies/handlers.ts';
import { getCurrentCompanyOverview } from './companies/overview.ts';
import { createInvitationHandlers } from './invitations/handlers.ts';
import { createJobPost, getJobPost, listJobPosts, updateJobPost } from './job-posts/handlers.ts';
import { createOrgMembership } from './org-memberships/create.ts';
import { listOrgMemberships, updateOrgMembership } from './org-memberships/handlers.ts';

type EmployerHandlers = HandlersOf<
  'OrgMembershipService' | 'InvitationService' | 'CompanyService' | 'JobPostService' | 'ApplicationService'
>;

/**
 * Every endpoint of the employer service.
 * @param publicOrigin scheme and host of the links in mails.
 * @param maxPublished job posts that a company may have published at the same time.
 */
export function createEmployerHandlers({
  publicOrigin,
  maxPublished,
}: {
  publicOrigin: string;
  maxPublished: number;
}): EmployerHandlers {
  return {
    'OrgMembershipService.CreateOrgMembership': createOrgMembership,
    'OrgMembershipService.ListOrgMemberships': listOrgMemberships,
    'OrgMembershipService.UpdateOrgMembership': updateOrgMembership,
    ...createInvitationHandlers({ publicOrigin }),
    'CompanyService.GetCurrentCompany': getCurrentCompany,
    'CompanyService.UpdateCurrentCompany': updateCurrentCompany,
    'CompanyService.GetCurrentCompanyOverview': getCurrentCompanyOverview,
    'JobPostService.ListJobPosts': listJobPosts,
    'JobPostService.CreateJobPost': createJobPost,
    'JobPostService.GetJobPost': getJobPost,
    'JobPostService.UpdateJobPost': updateJobPost({ maxPublished }),
    ...createApplicationHandlers({ publicOrigin }),
  };
}
