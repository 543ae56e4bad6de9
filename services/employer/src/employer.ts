import type { ServiceHandlers, ServiceParts } from '@gatehouse/boundary';
import { openDocumentStore } from '@gatehouse/documents';
import type { parseConfiguration } from '@gatehouse/runtime';
import { applicationEvaluationHandlers } from './application-evaluations/handlers.ts';
import { applicationNoteHandlers } from './application-notes.ts';
import { createGetApplicationCvDocument } from './applications/cv-document.ts';
import { applicationHandlers } from './applications/handlers.ts';
import { companyHandlers } from './companies/handlers.ts';
import { startDocumentRenamer } from './companies/renamed-companies.ts';
import { companyLogoHandlers } from './company-logos/handlers.ts';
import type { employerConfiguration } from './configuration.ts';
import { interviewHandlers } from './interviews/handlers.ts';
import { invitationHandlers } from './invitations/handlers.ts';
import { createJobPostHandlers } from './job-posts/handlers.ts';
import { messageTemplateHandlers } from './message-templates/handlers.ts';
import { messageHandlers } from './messages.ts';
import { createOrgMembershipHandlers } from './org-memberships/handlers.ts';

/** The employer service's endpoints, and the work that renames of companies leave behind. */
export function createEmployer(
  {
    COMPANY_REVIEW,
    DOCUMENTS_URL,
    PUBLISHED_JOB_POSTS_PER_COMPANY,
  }: ReturnType<typeof parseConfiguration<typeof employerConfiguration>>,
  { log, writePool }: Pick<ServiceParts, 'log' | 'writePool'>,
): { handlers: ServiceHandlers<'employer'>; stop: () => Promise<void> } {
  const documents = DOCUMENTS_URL === undefined ? null : openDocumentStore(DOCUMENTS_URL, log);
  const renamer = startDocumentRenamer(writePool, log);
  return {
    handlers: {
      ...createOrgMembershipHandlers({ isReviewed: COMPANY_REVIEW }),
      ...invitationHandlers,
      ...companyHandlers,
      ...companyLogoHandlers,
      ...createJobPostHandlers({ maxPublished: PUBLISHED_JOB_POSTS_PER_COMPANY }),
      ...applicationHandlers,
      'ApplicationService.GetApplicationCvDocument': createGetApplicationCvDocument(documents),
      ...applicationNoteHandlers,
      ...applicationEvaluationHandlers,
      ...interviewHandlers,
      ...messageHandlers,
      ...messageTemplateHandlers,
    },
    stop: async () => {
      documents?.close();
      await renamer.stop();
    },
  };
}
