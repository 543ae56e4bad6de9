import type { HandlersOf } from '@gatehouse/boundary';
import { createAccessRequest } from './access-requests/handlers.ts';
import { createApplication, deleteApplication, listApplications } from './applications/handlers.ts';
import { createPublicJobPostHandlers } from './job-posts/handlers.ts';
import type { JobSearch } from './job-posts/job-search.ts';
import { getCurrentProfile, updateCurrentProfile } from './profiles/handlers.ts';

type TalentHandlers = HandlersOf<'PublicJobPostService' | 'ProfileService' | 'TalentApplicationService'>;

/** Every endpoint of the talent service. */
export function createTalentHandlers(search: JobSearch): TalentHandlers {
  return {
    ...createPublicJobPostHandlers(search),
    'ProfileService.CreateAccessRequest': createAccessRequest,
    'ProfileService.GetCurrentProfile': getCurrentProfile,
    'ProfileService.UpdateCurrentProfile': updateCurrentProfile,
    'TalentApplicationService.CreateApplication': createApplication,
    'TalentApplicationService.ListApplications': listApplications,
    'TalentApplicationService.DeleteApplication': deleteApplication,
  };
}
