import type { PublicJobPost, TalentApplication } from '@gatehouse/contract/wire';
import { type ReactNode, useEffect } from 'react';
import { Link, useNavigationType } from 'react-router';
import { Day } from '#design/local-time.tsx';
import { ApplicationState } from '#design/stage.tsx';
import { withReturnTo } from '#journey/return-to.ts';
import { useReload } from '#session/reload.ts';
import type { NextStep } from './next-step.ts';

/** What the visitor can do with a job post: apply, or what is in the way of it (U15). */
export function NextStepCard({
  step,
  post: { id },
  application,
}: {
  step: NextStep;
  post: Pick<PublicJobPost, 'id'>;
  application: TalentApplication | undefined;
}) {
  switch (step) {
    case 'apply':
      return (
        <Card title="Apply" to={`/talent/apply/${id}`} label="Apply for this job" isPrimary>
          <p>Send your profile and a message to the company.</p>
        </Card>
      );
    case 'own_post':
      return (
        <Card title="Your company’s job post" to={`/employer/jobs/${id}`} label="Edit job post">
          <p>This is how applicants see it.</p>
        </Card>
      );
    case 'applied':
      return application === undefined ? null : <Applied application={application} />;
    case 'request_access':
      return (
        <Card
          title="Apply"
          to={withReturnTo('/talent/welcome', `/talent/apply/${id}`)}
          label="Request talent access"
          isPrimary
        >
          <p>You need talent access to apply. You request it once, and we review it within two days.</p>
        </Card>
      );
    case 'access_pending':
      return <AccessPending id={id} />;
    case 'access_suspended':
      return (
        <Card title="Your talent access is suspended" to="/talent/suspended" label="What you can do">
          <p>You cannot apply for jobs at the moment.</p>
        </Card>
      );
  }
}

function Applied({ application }: { application: TalentApplication }) {
  const { id, created_at, withdrawn_at } = application;
  return (
    <Card title="Your application" to={`/talent/applications/${id}`} label="View your application">
      <p className="facts">
        <span>
          You applied on <Day at={created_at} />
        </span>
        <ApplicationState application={application} side="talent" />
      </p>
      {withdrawn_at === undefined ? null : <p>You can apply once for each job.</p>}
    </Card>
  );
}

function AccessPending({ id }: { id: string }) {
  useFreshSession();
  return (
    <Card
      title="Your talent access is being reviewed"
      to={withReturnTo('/talent/profile', `/talent/apply/${id}`)}
      label="Complete your profile"
      isPrimary
    >
      <p>You can apply for this job once we have granted it. We review each request within two days.</p>
    </Card>
  );
}

/** A click keeps the browser's copy of the session: the access may have been granted since (R2). */
function useFreshSession(): void {
  const reload = useReload();
  const isClick = useNavigationType() !== 'POP';
  useEffect(() => {
    if (isClick) reload();
  }, [isClick, reload]);
}

function Card({
  title,
  to,
  label,
  isPrimary = false,
  children,
}: {
  title: string;
  to: string;
  label: string;
  isPrimary?: boolean;
  children: ReactNode;
}) {
  return (
    <section className="card" aria-labelledby="next-step">
      <h2 id="next-step">{title}</h2>
      {children}
      <p className="actions">
        <Link className={isPrimary ? 'button primary' : 'button'} to={to}>
          {label}
        </Link>
      </p>
    </section>
  );
}
