import type {
  Application,
  ListApplicationMessagesResponse,
  ListInterviewsResponse,
  ListMessageTemplatesResponse,
} from '@gatehouse/contract/wire';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { formAction } from '#api/form-action.ts';
import { loadReads, type PageAddress, type PageHandle, read } from '#api/page-reads.ts';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { Conversation } from '../../conversation/conversation.tsx';
import { CompanyInterviews, interviewIntents, readInterviews } from './interviews.tsx';
import { messageIntents } from './message-intents.ts';
import { readMessages } from './messages.ts';
import { TemplateChoice } from './template-choice.tsx';
import { readTemplates } from './templates.ts';

const TITLE = 'Messages and interviews';

/**
 * The id in the page's address. It also keeps the action in the page's file: React Router puts an action that shares nothing
 * with its page into a file of its own, which each first visit loads, too.
 */
const idOf = (params: PageAddress['params']) => params['id'] ?? '';

export const handle = {
  reads: (address) => ({
    answer: read('ApplicationService.GetApplication', { id: idOf(address.params) }),
    messages: readMessages(address),
    templates: readTemplates(),
    interviews: readInterviews(address),
  }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadReads(handle, args);
}

export function clientAction({ request, params }: ClientActionFunctionArgs) {
  const id = idOf(params);
  return formAction(request, {
    ...messageIntents(id, request.signal),
    ...interviewIntents(id, request.signal),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} shape="detail" />;
}

/** What the company and an applicant write to each other, and when they meet. */
export default function ConversationPage() {
  const { answer, ...parts } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(application) => <ConversationParts key={application.id} application={application} {...parts} />}
    </PageData>
  );
}

function ConversationParts({
  application: { id, applicant, job_post_title, withdrawn_at },
  messages,
  templates,
  interviews,
}: {
  application: Application;
  messages: ApiAnswer<ListApplicationMessagesResponse>;
  templates: ApiAnswer<ListMessageTemplatesResponse>;
  interviews: ApiAnswer<ListInterviewsResponse>;
}) {
  const isWithdrawn = withdrawn_at !== undefined;
  return (
    <Page
      title={TITLE}
      lead={isWithdrawn ? job_post_title : `${applicant.name}, ${job_post_title}`}
      back={{
        to: `/employer/applications/${id}`,
        title: isWithdrawn ? 'Withdrawn application' : applicant.name,
      }}
    >
      {isWithdrawn ? (
        <p className="notice" role="alert">
          The applicant withdrew this application. Its messages and interviews are deleted.
        </p>
      ) : (
        <div className="stack">
          <Conversation
            applicationId={id}
            messages={messages}
            side="company"
            otherName={applicant.name}
            beforeField={(field) => <TemplateChoice templates={templates} field={field} />}
          />
          <CompanyInterviews interviews={interviews} applicant={applicant.name} />
        </div>
      )}
    </Page>
  );
}
