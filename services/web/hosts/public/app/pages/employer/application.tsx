import type { Application } from '@gatehouse/contract/wire';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { formAction } from '#api/form-action.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { sendChange } from '#api/page-result.ts';
import { formatDay, formatMoment } from '#design/dates.ts';
import { Badge, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { STAGE_LABELS } from '#design/stage.tsx';
import { Stages } from './stages.tsx';

const TITLE = 'Application';

export const handle = {
  reads: ({ params }) => ({ answer: read('ApplicationService.GetApplication', { id: params['id'] ?? '' }) }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadReads(handle, args);
}

export function clientAction({ request, params }: ClientActionFunctionArgs) {
  const { signal } = request;
  const id = params['id'] ?? '';
  return formAction(request, {
    move: (form) => {
      const stage = form.choice('stage', STAGE_LABELS);
      return sendChange(form, 'ApplicationService.UpdateApplication', { id, stage }, signal);
    },
    undo: (form) => sendChange(form, 'ApplicationService.DeleteApplicationStageChange', { id }, signal),
  });
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
          <h2 id="message">Message from {name}</h2>
          <p className="prose">{message === '' ? 'No message.' : message}</p>
        </section>
        <section className="card stack" aria-labelledby="profile">
          <h2 id="profile">Profile at the time of application</h2>
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
            <dt>Email</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
            <dt>Location</dt>
            <dd>{location === '' ? 'Not provided' : location}</dd>
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
