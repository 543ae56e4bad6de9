import {
  ChangeLimit,
  queryableOf,
  SearchQueue,
  type ServiceHandlers,
  type ServiceParts,
} from '@gatehouse/boundary';
import { openDocumentStore } from '@gatehouse/documents';
import type { parseConfiguration } from '@gatehouse/runtime';
import { applicationEvaluationHandlers } from './application-evaluations/handlers.ts';
import { applicationNoteHandlers } from './application-notes.ts';
import { createGetApplicationCvDocument } from './applications/cv-document.ts';
import { applicationHandlers } from './applications/handlers.ts';
import { createApplicationListHandlers } from './applications/list.ts';
import {
  CLOSE_REPORTS_OF_DISABLED_COMPANIES,
  FORGET_COMPANY_OF_NEXT_MEMBER,
  NOTIFY_OF_NEXT_CLOSED_POST,
  RENAME_IN_DOCUMENTS,
  startSteps,
} from './background-steps.ts';
import { createCompanyHandlers } from './companies/handlers.ts';
import { createCompanyLogoHandlers } from './company-logos/handlers.ts';
import type { employerConfiguration } from './configuration.ts';
import { interviewHandlers } from './interviews/handlers.ts';
import { invitationHandlers } from './invitations/handlers.ts';
import { createJobPostHandlers } from './job-posts/handlers.ts';
import { messageTemplateHandlers } from './message-templates/handlers.ts';
import { messageHandlers } from './messages.ts';
import { createOrgMembershipHandlers } from './org-memberships/handlers.ts';

/** The employer service's endpoints, and the work that requests leave behind, with database connections of their own for searches. */
export function createEmployer(
  {
    ACCOUNT_CHANGES,
    BACKGROUND_POLL_SECONDS,
    COMPANY_REVIEW,
    DOCUMENTS_URL,
    DRAFT_JOB_POSTS_PER_COMPANY,
    JOB_POSTS_PER_COMPANY,
    PUBLISHED_JOB_POSTS_PER_COMPANY,
    SEARCH_CONNECTIONS,
    SEARCH_MILLIS,
    THROTTLE_KEYS,
  }: ReturnType<typeof parseConfiguration<typeof employerConfiguration>>,
  { log, pool, writePool }: Pick<ServiceParts, 'log' | 'pool' | 'writePool'>,
): { handlers: ServiceHandlers<'employer'>; stop: () => Promise<void> } {
  const documents = DOCUMENTS_URL === undefined ? null : openDocumentStore(DOCUMENTS_URL, log);
  const search = new SearchQueue(
    pool('search', {
      maxConnections: SEARCH_CONNECTIONS,
      readOnly: true,
      statementTimeoutMillis: SEARCH_MILLIS,
    }),
    SEARCH_MILLIS,
  );
  const tasks = [
    RENAME_IN_DOCUMENTS,
    NOTIFY_OF_NEXT_CLOSED_POST,
    FORGET_COMPANY_OF_NEXT_MEMBER,
    CLOSE_REPORTS_OF_DISABLED_COMPANIES,
  ].map((step) =>
    startSteps(step, queryableOf(writePool), { log, pollMillis: 1000 * BACKGROUND_POLL_SECONDS }),
  );
  return {
    handlers: {
      ...createOrgMembershipHandlers({ isReviewed: COMPANY_REVIEW }),
      ...invitationHandlers,
      ...createCompanyHandlers({
        isReviewed: COMPANY_REVIEW,
        changesOfAccount: new ChangeLimit({ ACCOUNT_CHANGES, THROTTLE_KEYS }),
      }),
      ...createCompanyLogoHandlers({ isReviewed: COMPANY_REVIEW }),
      ...createJobPostHandlers({
        quotas: {
          drafts: DRAFT_JOB_POSTS_PER_COMPANY,
          published: PUBLISHED_JOB_POSTS_PER_COMPANY,
          all: JOB_POSTS_PER_COMPANY,
        },
        search,
      }),
      ...applicationHandlers,
      ...createApplicationListHandlers(search),
      'ApplicationService.GetApplicationCvDocument': createGetApplicationCvDocument(documents),
      ...applicationNoteHandlers,
      ...applicationEvaluationHandlers,
      ...interviewHandlers,
      ...messageHandlers,
      ...messageTemplateHandlers,
    },
    stop: async () => {
      documents?.close();
      await Promise.all(tasks.map((task) => task.stop()));
    },
  };
}
