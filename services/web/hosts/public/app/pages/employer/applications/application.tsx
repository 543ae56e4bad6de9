import type { AdjacentApplications, Application } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  data,
  useLoaderData,
} from 'react-router';
import { formAction } from '#api/form-action.ts';
import { loadReads, optionalRead, type PageHandle, read } from '#api/page-reads.ts';
import { type ActionResult, sendChange, sendWrite } from '#api/page-result.ts';
import { Moment } from '#design/local-time.tsx';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { STAGE_LABELS } from '#design/stage.tsx';
import { AnswersCard } from '../../sent/answers-card.tsx';
import { MessageCard } from '../../sent/message-card.tsx';
import { ProfileCard } from '../../sent/profile-card.tsx';
import { Adjacent } from './adjacent.tsx';
import { ApplicantCard } from './applicant.tsx';
import { ConversationCard } from './conversation-card.tsx';
import { type ApplicationFilters, filtersOf, inputOf, searchOf } from './filters.ts';
import { History } from './history.tsx';
import { readMessages } from './messages.ts';
import { Notes } from './notes.tsx';
import { Stages } from './stages.tsx';

const TITLE = 'Application';

/** Beside an application that has no neighbours that could be read. */
const NO_NEIGHBOURS: AdjacentApplications = {};

export const handle = {
  reads: (address) => {
    const { url, params } = address;
    const id = params['id'] ?? '';
    return {
      answer: read('ApplicationService.GetApplication', { id }),
      adjacent: optionalRead('ApplicationService.GetAdjacentApplications', {
        id,
        ...inputOf(filtersOf(url.searchParams)),
      }),
      // Applicants who are members do not see the notes on their own application.
      notes: optionalRead('ApplicationNoteService.ListApplicationNotes', {
        application_id: id,
        cursor: '',
        limit: 100,
      }),
      messages: readMessages(address),
    };
  },
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { answer, adjacent, notes, messages } = await loadReads(handle, args);
  return {
    answer,
    filters: filtersOf(args.url.searchParams),
    adjacent: adjacent.ok ? adjacent.data : NO_NEIGHBOURS,
    notes,
    messages,
  };
}

export function clientAction({ request, params }: ClientActionFunctionArgs) {
  const { signal } = request;
  const id = params['id'] ?? '';
  return formAction(request, {
    move: (form) => {
      const input = { id, stage: form.choice('stage', STAGE_LABELS), message: form.text('message') };
      return orReload(sendChange(form, 'ApplicationService.UpdateApplication', input, signal));
    },
    add_note: (form) => {
      const input = { application_id: id, text: form.text('text') };
      return orReload(sendWrite('ApplicationNoteService.CreateApplicationNote', input, signal));
    },
    edit_note: (form) => {
      const input = { id: form.text('id'), text: form.text('text') };
      return sendChange(form, 'ApplicationNoteService.UpdateApplicationNote', input, signal);
    },
    delete_note: (form) =>
      sendWrite('ApplicationNoteService.DeleteApplicationNote', { id: form.text('id') }, signal),
    undo: (form) =>
      orReload(sendChange(form, 'ApplicationService.DeleteApplicationStageChange', { id }, signal)),
  });
}

/** A withdrawal meanwhile counts as news, and not as a failure: the page's data is read again and says so (U17). */
async function orReload<T>(
  sending: Promise<ReturnType<typeof data<ActionResult<T>>>>,
): Promise<ReturnType<typeof data<ActionResult<T>>>> {
  const sent = await sending;
  if (sent.data.refusal?.code !== 'application_withdrawn') return sent;
  return data<ActionResult<T>>(sent.data);
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} shape="detail" />;
}

export default function EmployerApplicationPage() {
  const { answer, filters, adjacent, notes, messages } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(application) =>
        application.withdrawn_at === undefined ? (
          <OpenApplication
            key={application.id}
            application={application}
            filters={filters}
            adjacent={adjacent}
            notes={notes}
            messages={messages}
          />
        ) : (
          <WithdrawnApplication
            application={application}
            withdrawnAt={application.withdrawn_at}
            filters={filters}
            adjacent={adjacent}
          />
        )
      }
    </PageData>
  );
}

type Loaded = Awaited<ReturnType<typeof clientLoader>>;

interface Parts {
  readonly application: Application;
  readonly filters: ApplicationFilters;
  readonly adjacent: AdjacentApplications;
}

const backTo = (filters: ApplicationFilters) => ({
  to: `/employer/applications${searchOf(filters)}`,
  title: 'Applications',
});

function OpenApplication({
  application,
  filters,
  adjacent,
  notes,
  messages,
}: Parts & Pick<Loaded, 'notes' | 'messages'>) {
  const { applicant, message } = application;
  return (
    <Page
      title={applicant.name}
      lead={applicant.headline}
      back={backTo(filters)}
      aside={<Adjacent adjacent={adjacent} filters={filters} />}
    >
      <div className="with-aside">
        <div className="stack">
          <Stages application={application} />
          <ConversationCard id={application.id} messages={messages} />
          <MessageCard title={`Message from ${applicant.name}`} message={message} />
          <AnswersCard title={`Answers of ${applicant.name}`} answers={application.answers} />
          <ProfileCard title="Profile at the time of application" profile={applicant} />
          <Notes notes={notes} />
        </div>
        <aside className="stack">
          <ApplicantCard application={application} />
          <History application={application} />
        </aside>
      </div>
    </Page>
  );
}

/** Nothing of the applicant is left, and no stage to change (U17). */
function WithdrawnApplication({
  application,
  withdrawnAt,
  filters,
  adjacent,
}: Parts & { withdrawnAt: string }) {
  return (
    <Page
      title="Withdrawn application"
      lead={application.job_post_title}
      back={backTo(filters)}
      aside={<Adjacent adjacent={adjacent} filters={filters} />}
    >
      <section className="notice" role="alert" aria-labelledby="withdrawn">
        <h2 id="withdrawn">The applicant withdrew this application</h2>
        <p>
          It was sent on <Moment at={application.created_at} /> and withdrawn on <Moment at={withdrawnAt} />.
          Its profile and messages are deleted.
        </p>
      </section>
    </Page>
  );
}
