import type { AdjacentApplications } from '@gatehouse/contract/wire';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { formAction } from '#api/form-action.ts';
import { orReload } from '#api/or-reload.ts';
import { loadReads, optionalRead, type PageAddress, type PageHandle, read } from '#api/page-reads.ts';
import { sendChange, sendWrite } from '#api/page-result.ts';
import { useLowerParts } from '#design/first-rows.ts';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { STAGE_LABELS } from '#design/stage.tsx';
import { useIsWide } from '#design/wide-screen.ts';
import { AnswersCard } from '../../sent/answers-card.tsx';
import { MessageCard } from '../../sent/message-card.tsx';
import { ProfileCard } from '../../sent/profile-card.tsx';
import { ADJACENT_KEYS, Adjacent } from './adjacent.tsx';
import { ApplicantCard } from './applicant.tsx';
import { Assignment } from './assignment.tsx';
import { ConversationCard } from './conversation-card.tsx';
import { filtersOf, inputOf } from './filters.ts';
import { History } from './history.tsx';
import { readMessages } from './messages.ts';
import { Notes } from './notes.tsx';
import { RATING_LABELS } from './rating-labels.ts';
import { Ratings } from './ratings.tsx';
import { ShortcutsButton } from './shortcuts-button.tsx';
import { Stages } from './stages.tsx';
import { backTo, type Parts, WithdrawnApplication } from './withdrawn.tsx';

const TITLE = 'Application';

/** Beside an application that has no neighbours that could be read. */
const NO_NEIGHBOURS: AdjacentApplications = {};

const ALL = { cursor: '', limit: 100 } as const;

/**
 * The id in the page's address. It also keeps the action in the page's file: React Router puts an action that shares nothing
 * with its page into a file of its own, which each first visit loads, too.
 */
const idOf = (params: PageAddress['params']) => params['id'] ?? '';

export const handle = {
  reads: (address) => {
    const { url, params } = address;
    const id = idOf(params);
    return {
      answer: read('ApplicationService.GetApplication', { id }),
      adjacent: optionalRead('ApplicationService.GetAdjacentApplications', {
        id,
        ...inputOf(filtersOf(url.searchParams)),
      }),
      // Applicants who are members do not see the notes on their own application.
      notes: optionalRead('ApplicationNoteService.ListApplicationNotes', {
        application_id: id,
        ...ALL,
      }),
      messages: readMessages(address),
      ratings: optionalRead('ApplicationEvaluationService.ListApplicationRatings', {
        application_id: id,
        ...ALL,
      }),
      members: optionalRead('OrgMembershipService.ListOrgMemberships', ALL),
    };
  },
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { answer, adjacent, notes, messages, ratings, members } = await loadReads(handle, args);
  return {
    answer,
    filters: filtersOf(args.url.searchParams),
    adjacent: adjacent.ok ? adjacent.data : NO_NEIGHBOURS,
    notes,
    messages,
    ratings,
    members: members.ok ? members.data.items : [],
  };
}

export function clientAction({ request, params }: ClientActionFunctionArgs) {
  const { signal } = request;
  const id = idOf(params);
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
      return orReload(
        sendChange(form, 'ApplicationNoteService.UpdateApplicationNote', input, signal),
        'not_found',
      );
    },
    delete_note: (form) => {
      const input = { id: form.text('id') };
      return orReload(sendWrite('ApplicationNoteService.DeleteApplicationNote', input, signal), 'not_found');
    },
    rate: (form) => {
      const input = { application_id: id, value: form.choice('value', RATING_LABELS) };
      return orReload(sendWrite('ApplicationEvaluationService.UpdateApplicationRating', input, signal));
    },
    unrate: () =>
      sendWrite('ApplicationEvaluationService.DeleteApplicationRating', { application_id: id }, signal),
    assign: (form) => {
      const input = { application_id: id, assignee: form.text('assignee') };
      return orReload(
        sendChange(form, 'ApplicationEvaluationService.UpdateApplicationAssignment', input, signal),
      );
    },
    undo: (form) =>
      orReload(sendChange(form, 'ApplicationService.DeleteApplicationStageChange', { id }, signal)),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} shape="detail" />;
}

export default function EmployerApplicationPage() {
  const { answer, filters, adjacent, ...team } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(application) =>
        application.withdrawn_at === undefined ? (
          <OpenApplication
            key={application.id}
            application={application}
            filters={filters}
            adjacent={adjacent}
            team={team}
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

/** What the members of the company share about the application. */
type Team = Pick<Loaded, 'notes' | 'messages' | 'ratings' | 'members'>;

function OpenApplication({
  application,
  filters,
  adjacent,
  team: { notes, messages, ratings, members },
}: Parts & { team: Team }) {
  const { applicant, message } = application;
  const areLowerPartsShown = useLowerParts();
  const isWide = useIsWide();
  const applicantCard = <ApplicantCard application={application} />;
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
          <ConversationCard id={application.id} applicant={applicant.name} messages={messages} />
          {areLowerPartsShown && (
            <>
              {isWide ? null : applicantCard}
              <MessageCard title={`Message from ${applicant.name}`} message={message} />
              <AnswersCard title={`Answers of ${applicant.name}`} answers={application.answers} />
              <ProfileCard title="Profile at the time of application" profile={applicant} />
              <Ratings application={application} ratings={ratings} />
              <Notes notes={notes} />
            </>
          )}
        </div>
        {areLowerPartsShown && (
          <aside className="stack">
            {isWide ? applicantCard : null}
            {application.assignment === undefined ? null : (
              <Assignment assignment={application.assignment} members={members} />
            )}
            <History application={application} />
            <p className="actions">
              <ShortcutsButton keys={ADJACENT_KEYS} />
            </p>
          </aside>
        )}
      </div>
    </Page>
  );
}
