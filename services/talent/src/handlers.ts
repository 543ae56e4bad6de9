import type { HandlersOf } from '@gatehouse/boundary';
import { createAccessRequest } from './access-requests/handlers.ts';
import { createApplication, deleteApplication, listApplications } from './applications/handlers.ts';
import { getPublicJobPost, listPublicJobPosts } from './job-posts/handlers.ts';
import { getCurrentProfile, updateCurrentProfile } from './profiles/handlers.ts';

/** Every endpoint of the talent service. */
export const talentHandlers: HandlersOf<
  'PublicJobPostService' | 'ProfileService' | 'TalentApplicationService'
> = {
  'PublicJobPostService.ListPublicJobPosts': listPublicJobPosts,
  'PublicJobPostService.GetPublicJobPost': getPublicJobPost,
  'ProfileService.CreateAccessRequest': createAccessRequest,
  'ProfileService.GetCurrentProfile': getCurrentProfile,
  'ProfileService.UpdateCurrentProfile': updateCurrentProfile,
  'TalentApplicationService.CreateApplication': createApplication,
  'TalentApplicationService.ListApplications': listApplications,
  'TalentApplicationService.DeleteApplication': deleteApplication,
};
