import type {
  ListTalentInterviewsResponse,
  ListTalentMessagesResponse,
  TalentApplication,
  TalentApplicationDetails,
} from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
} from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { formAction } from '#api/form-action.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { FileLink } from '#design/file-link.tsx';
import { Moment } from '#design/local-time.tsx';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { ApplicationState } from '#design/stage.tsx';
import { StageSteps } from '#design/stage-steps.tsx';
import { Conversation } from '../conversation/conversation.tsx';
import { AnswersCard } from '../sent/answers-card.tsx';
import { MessageCard } from '../sent/message-card.tsx';
import { ProfileCard } from '../sent/profile-card.tsx';
import { ApplicationChanges } from './application-changes.tsx';
import { AppliedJobPost } from './applied-job-post.tsx';
import { applicationIntents } from './change-application.ts';
import { interviewIntents, OwnInterviews, readInterviews } from './interviews.tsx';
import { messageIntents } from './message-intents.ts';
import { readMessages } from './messages.ts';
import { ToldEvents } from './told-events.tsx';

const TITLE = 'Your application';

export const handle = {
  reads: (address) => ({
    answer: read('TalentApplicationService.GetApplication', { id: address.params['id'] ?? '' }),
    messages: readMessages(address),
    interviews: readInterviews(address),
  }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadReads(handle, args);
}

export function clientAction({ request, params }: ClientActionFunctionArgs) {
  const { signal } = request;
  return formAction(request, {
    ...applicationIntents(signal),
    ...interviewIntents(signal),
    ...messageIntents(params['id'] ?? '', signal),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} shape="detail" />;
}

export default function TalentApplicationPage() {
  const { answer, messages, interviews } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(details) => <OwnApplication details={details} messages={messages} interviews={interviews} />}
    </PageData>
  );
}

function OwnApplication({
  details,
  messages,
  interviews,
}: {
  details: TalentApplicationDetails;
  messages: ApiAnswer<ListTalentMessagesResponse>;
  interviews: ApiAnswer<ListTalentInterviewsResponse>;
}) {
  const { application, profile } = details;
  if (application === undefined || profile === undefined) return null;
  const { job_post_title, company_name, withdrawn_at } = application;
  return (
    <Page
      title={job_post_title}
      lead={`Your application to ${company_name}.`}
      back={{ to: '/talent/applications', title: 'Applications' }}
    >
      {withdrawn_at === undefined ? (
        <div className="with-aside">
          <div className="stack">
            <Stage application={application} />
            <Conversation
              applicationId={application.id}
              messages={messages}
              side="applicant"
              otherName={company_name}
            />
            <OwnInterviews interviews={interviews} company={company_name} />
            <MessageCard title="Your message" message={application.message} />
            <AnswersCard title="Your answers" answers={details.answers} />
            <ProfileCard title="Your profile as you sent it" profile={profile} />
            {details.job_post === undefined ? null : <AppliedJobPost post={details.job_post} />}
          </div>
          <aside className="stack">
            <Sent details={details} application={application} />
            <ToldEvents details={details} application={application} />
          </aside>
        </div>
      ) : (
        <section className="notice" aria-labelledby="withdrawn">
          <h2 id="withdrawn">You withdrew this application</h2>
          <p>
            You sent it on <Moment at={application.created_at} /> and withdrew it on{' '}
            <Moment at={withdrawn_at} />. What you sent is deleted.
          </p>
        </section>
      )}
    </Page>
  );
}

function Stage({ application }: { application: TalentApplication }) {
  return (
    <section className="card stack" aria-labelledby="stage">
      <h2 id="stage">
        Stage <ApplicationState application={application} side="talent" />
      </h2>
      <StageSteps stage={application.stage} side="talent" />
      <ApplicationChanges application={application} />
    </section>
  );
}

/** What was sent beside message and profile, and when. */
function Sent({
  details: { profile },
  application: { id, job_post_id, job_post_title, job_post_is_open, created_at, cv },
}: {
  details: TalentApplicationDetails;
  application: TalentApplication;
}) {
  return (
    <section className="card" aria-labelledby="sent">
      <h2 id="sent">What you sent</h2>
      <dl className="facts-list">
        <dt>Sent</dt>
        <dd>
          <Moment at={created_at} />
        </dd>
        <dt>Headline</dt>
        <dd dir="auto">{orNone(profile?.headline)}</dd>
        <dt>Location</dt>
        <dd dir="auto">{orNone(profile?.location)}</dd>
        <dt>CV</dt>
        <dd>
          {cv === undefined ? 'Not sent' : <FileLink file={cv} path={`/talent/applications/${id}/cv`} />}
        </dd>
        <dt>Job post</dt>
        <dd>
          {job_post_is_open ? (
            <Link to={`/jobs/${job_post_id}`}>{job_post_title}</Link>
          ) : (
            `${job_post_title}, closed`
          )}
        </dd>
      </dl>
    </section>
  );
}

const orNone = (text: string | undefined) => (text === undefined || text === '' ? 'Not provided' : text);
