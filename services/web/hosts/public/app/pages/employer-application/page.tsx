import type { Application, ApplicationStage } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  useFetcher,
  useLoaderData,
} from 'react-router';
import { ConfirmChange } from '../../../../../design/confirm-change.tsx';
import { formatDay, formatMoment } from '../../../../../design/dates.ts';
import { FormBody } from '../../../../../design/form-body.tsx';
import { Badge, Page } from '../../../../../design/page.tsx';
import { PageData } from '../../../../../design/page-data.tsx';
import { PageSkeleton } from '../../../../../design/page-skeleton.tsx';
import { Stage, stageOf } from '../../../../../design/stage.tsx';
import { StageSteps } from '../../../../../design/stage-steps.tsx';
import { loadPage } from '../../../../../session/load-page.ts';
import { sendWrite } from '../../../../../session/page-result.ts';

const TITLE = 'Application';

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  const id = params['id'] ?? '';
  return { answer: await loadPage('ApplicationService.GetApplication', { id }, request.signal) };
}

export async function clientAction({ request, params }: ClientActionFunctionArgs) {
  const stage = stageOf((await request.formData()).get('stage')) ?? 'in_review';
  const input = { id: params['id'] ?? '', stage };
  return sendWrite('ApplicationService.UpdateApplication', input, request.signal);
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} shape="detail" />;
}

export default function EmployerApplicationPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(application) => <ApplicationDetail key={application.id} application={application} />}
    </PageData>
  );
}

function ApplicationDetail({ application }: { application: Application }) {
  const { applicant, job_post_id, job_post_title, message, created_at, updated_at } = application;
  const { name, email, headline, summary, skills, location, links } = applicant;
  return (
    <Page
      title={name}
      lead={headline}
      back={{ to: `/employer/jobs/${job_post_id}/applications`, title: job_post_title }}
    >
      <Stages application={application} />
      <div className="stack">
        <section className="card" aria-labelledby="message">
          <h2 id="message">What {name} wrote</h2>
          <p className="prose">{message === '' ? 'Nothing beside the profile.' : message}</p>
        </section>
        <section className="card stack" aria-labelledby="profile">
          <h2 id="profile">Profile, as it was sent</h2>
          {summary === '' ? null : <p className="prose">{summary}</p>}
          {skills.length === 0 ? null : (
            <ul className="chips" aria-label="Skills">
              {skills.map((skill) => (
                <li key={skill}>
                  <Badge>{skill}</Badge>
                </li>
              ))}
            </ul>
          )}
          <dl className="facts-list">
            <dt>E-mail</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
            <dt>Place</dt>
            <dd>{location === '' ? 'Not said' : location}</dd>
            {links.length === 0 ? null : (
              <>
                <dt>Links</dt>
                <dd>
                  {links.map((link) => (
                    <div key={link}>
                      <a href={link} rel="noreferrer nofollow">
                        {link}
                      </a>
                    </div>
                  ))}
                </dd>
              </>
            )}
            <dt>Applied</dt>
            <dd>{formatMoment(created_at)}</dd>
            <dt>In this stage since</dt>
            <dd>{formatDay(updated_at)}</dd>
          </dl>
        </section>
      </div>
    </Page>
  );
}

const NEXT: readonly { readonly stage: ApplicationStage; readonly words: string }[] = [
  { stage: 'in_review', words: 'Take into review' },
  { stage: 'interview', words: 'Invite to an interview' },
  { stage: 'offer', words: 'Make an offer' },
];

/** Where the application stands and where it can go; the stage shows at once and goes back when the API refuses. */
function Stages({ application: { stage, applicant } }: { application: Application }) {
  const fetcher = useFetcher<typeof clientAction>();
  const wanted = stageOf(fetcher.formData?.get('stage'));
  const shown = wanted ?? stage;
  return (
    <section className="card stack" aria-labelledby="stage">
      <h2 id="stage">
        Stage <Stage stage={shown} />
      </h2>
      <StageSteps stage={shown} side="company" />
      <div className="actions">
        <fetcher.Form method="post">
          <FormBody refusal={fetcher.data?.refusal}>
            <div className="actions">
              {NEXT.filter((next) => next.stage !== shown).map((next) => (
                <button
                  key={next.stage}
                  type="submit"
                  name="stage"
                  value={next.stage}
                  disabled={fetcher.state !== 'idle'}
                >
                  {next.words}
                </button>
              ))}
            </div>
          </FormBody>
        </fetcher.Form>
        {shown === 'rejected' ? null : (
          <ConfirmChange
            label="Decline"
            about={applicant.name}
            title={`Decline the application of ${applicant.name}?`}
            tone="bad"
            fields={{ stage: 'rejected' }}
            done={`${applicant.name} gets a mail that says so.`}
          >
            <p>A mail goes out at once, and cannot be taken back.</p>
          </ConfirmChange>
        )}
      </div>
      <p className="hint">A mail goes out with an interview, an offer and a refusal.</p>
    </section>
  );
}
