import type { HandlersOf } from '@gatehouse/boundary';
import { getAdminCompanyLogo, removeCompanyLogo } from './company-logos.ts';
import { listPendingCompanies } from './company-queue.ts';
import { getAdminCompanyReview, updateCompanyReview } from './company-reviews.ts';
import {
  getAdminJobPost,
  listAdminJobPosts,
  listAllAdminJobPosts,
  updateJobPostVisibility,
} from './job-posts.ts';
import { dismissAbuseReports, getAbuseReports, listReportedSubjects } from './reports.ts';

/** What staff do about public content. */
export const moderationHandlers: HandlersOf<'ModerationService'> = {
  'ModerationService.ListAdminJobPosts': listAdminJobPosts,
  'ModerationService.ListAllAdminJobPosts': listAllAdminJobPosts,
  'ModerationService.GetAdminJobPost': getAdminJobPost,
  'ModerationService.UpdateJobPostVisibility': updateJobPostVisibility,
  'ModerationService.GetAdminCompanyLogo': getAdminCompanyLogo,
  'ModerationService.RemoveCompanyLogo': removeCompanyLogo,
  'ModerationService.ListPendingCompanies': listPendingCompanies,
  'ModerationService.GetAdminCompanyReview': getAdminCompanyReview,
  'ModerationService.UpdateCompanyReview': updateCompanyReview,
  'ModerationService.ListReportedSubjects': listReportedSubjects,
  'ModerationService.GetAbuseReports': getAbuseReports,
  'ModerationService.DismissAbuseReports': dismissAbuseReports,
};
