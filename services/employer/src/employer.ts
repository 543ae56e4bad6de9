import type { ServiceHandlers } from '@gatehouse/boundary';
import type { parseConfiguration } from '@gatehouse/runtime';
import { applicationEvaluationHandlers } from './application-evaluations/handlers.ts';
import { applicationNoteHandlers } from './application-notes.ts';
import { applicationHandlers } from './applications/handlers.ts';
import { companyHandlers } from './companies/handlers.ts';
import type { employerConfiguration } from './configuration.ts';
import { interviewHandlers } from './interviews/handlers.ts';
import { invitationHandlers } from './invitations/handlers.ts';
import { createJobPostHandlers } from './job-posts/handlers.ts';
import { messageTemplateHandlers } from './message-templates/handlers.ts';
import { messageHandlers } from './messages.ts';
import { createOrgMembershipHandlers } from './org-memberships/handlers.ts';

/** The employer service's endpoints. */
export function createEmployer({
  COMPANY_REVIEW,
  PUBLISHED_JOB_POSTS_PER_COMPANY,
}: ReturnType<typeof parseConfiguration<typeof employerConfiguration>>): {
  handlers: ServiceHandlers<'employer'>;
} {
  return {
    handlers: {
      ...createOrgMembershipHandlers({ isReviewed: COMPANY_REVIEW }),
      ...invitationHandlers,
      ...companyHandlers,
      ...createJobPostHandlers({ maxPublished: PUBLISHED_JOB_POSTS_PER_COMPANY }),
      ...applicationHandlers,
      ...applicationNoteHandlers,
      ...applicationEvaluationHandlers,
      ...interviewHandlers,
      ...messageHandlers,
      ...messageTemplateHandlers,
    },
  };
}
