import type { HandlersOf } from '@gatehouse/boundary';
import { getCurrentCompany, updateCurrentCompany } from './companies/handlers.ts';
import { createJobPost, getJobPost, listJobPosts, updateJobPost } from './job-posts/handlers.ts';
import { createOrgMembership, listOrgMemberships, updateOrgMembership } from './org-memberships/handlers.ts';

/** Every endpoint of the employer service. */
export const employerHandlers: HandlersOf<'OrgMembershipService' | 'CompanyService' | 'JobPostService'> = {
  'OrgMembershipService.CreateOrgMembership': createOrgMembership,
  'OrgMembershipService.ListOrgMemberships': listOrgMemberships,
  'OrgMembershipService.UpdateOrgMembership': updateOrgMembership,
  'CompanyService.GetCurrentCompany': getCurrentCompany,
  'CompanyService.UpdateCurrentCompany': updateCurrentCompany,
  'JobPostService.ListJobPosts': listJobPosts,
  'JobPostService.CreateJobPost': createJobPost,
  'JobPostService.GetJobPost': getJobPost,
  'JobPostService.UpdateJobPost': updateJobPost,
};
