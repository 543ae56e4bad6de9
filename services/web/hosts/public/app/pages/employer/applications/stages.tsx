import type { Application, ApplicationStage } from '@gatehouse/contract/wire';
import { useEffect } from 'react';
import { type FetcherWithComponents, Link, useFetcher } from 'react-router';
import { findChoice } from '#api/choice.ts';
import type { ActionResult } from '#api/page-result.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { FormBody } from '#design/form-body.tsx';
import { useOnDemand } from '#design/on-demand.ts';
import { PartNotLoaded } from '#design/part-not-loaded.tsx';
import { ApplicationState, STAGE_LABELS } from '#design/stage.tsx';
import { StageSteps } from '#design/stage-steps.tsx';
import { SubmitButton } from '#design/submit-button.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import type { MailedStage } from './mailed-stages.ts';
import { StageButtons } from './stage-buttons.tsx';
import { stageNames, stageTexts } from './stage-versions.ts';

const loadMail = () => import('./stage-mail.tsx');

/** The stages with a mail that an application can move to from a stage; a declined one is reviewed again first (U26). */
const NEXT: Record<ApplicationStage, readonly MailedStage[]> = {
  submitted: ['interview', 'offer', 'rejected'],
  in_review: ['interview', 'offer', 'rejected'],
  interview: ['offer', 'rejected'],
  offer: ['interview', 'rejected'],
  rejected: [],
};

/** The next stage on the way to an offer. */
const ON_THE_WAY: Partial<Record<ApplicationStage, ApplicationStage>> = {
  submitted: 'in_review',
  in_review: 'interview',
  interview: 'offer',
};

/**
 * The application's stage, the stages that it can move to, and the undo of the last change while its email is delayed. A stage
 * without email shows immediately, and reverts if the API refuses it; the others ask with the email that they send (U7).
 */
export function Stages({ application }: { application: Application }) {
  const { stage, applicant, mail_at, undo_stage } = application;
  const fetcher = useFetcher<ActionResult<Application>>();
  const wanted = findChoice(STAGE_LABELS, fetcher.formData?.get('stage'));
  const shown = wanted ?? stage;
  const { part: mail, hasFailed, want } = useOnDemand(loadMail);
  const isMailWaiting = mail_at !== undefined && fetcher.state === 'idle';
  useEffect(() => {
    if (isMailWaiting) want();
  }, [isMailWaiting, want]);
  return (
    <section className="card stack" aria-labelledby="stage">
      <h2 id="stage">
        Stage <ApplicationState application={shown === stage ? application : { stage: shown }} />
      </h2>
      <StageSteps stage={shown} side="company" />
      {isMailWaiting && hasFailed ? <PartNotLoaded /> : null}
      {isMailWaiting && mail !== null ? (
        <mail.StageMail
          name={applicant.name}
          mailAt={mail_at}
          undoStage={undo_stage}
          etag={application.etag}
          form={fetcher.Form}
        />
      ) : null}
      {application.assignment === undefined ? (
        <p>You applied yourself: other members decide about your application.</p>
      ) : (
        <StageChanges application={application} shown={shown} fetcher={fetcher} />
      )}
    </section>
  );
}

/** The stages that an application of another person can move to. */
function StageChanges({
  application,
  shown,
  fetcher,
}: {
  application: Application;
  /** Its stage, or the one that it is moved to at this moment. */
  shown: ApplicationStage;
  fetcher: FetcherWithComponents<ActionResult<Application>>;
}) {
  const { applicant } = application;
  return (
    <>
      {application.offer_answer === undefined ? null : (
        <p>
          {applicant.name} has {application.offer_answer} your offer. Moving the application to another stage
          ends the offer.
        </p>
      )}
      {shown === 'interview' ? (
        <p>
          Next, agree on a time:{' '}
          <Link to={`/employer/applications/${application.id}/conversation#interviews`}>
            propose times, or see the answers
          </Link>
          .
        </p>
      ) : null}
      <div className="actions">
        {application.offer_answer === undefined ? (
          <fetcher.Form method="post">
            <FormBody intent="move" refusal={fetcher.data?.refusal}>
              <EditedVersion resource={application} textsOf={stageTexts} names={stageNames} />
              {shown === 'in_review' ? null : (
                <SubmitButton
                  className={shown === 'submitted' ? 'primary' : undefined}
                  name="stage"
                  value="in_review"
                  isBusy={fetcher.state !== 'idle'}
                >
                  {REVIEW_LABELS[shown]}
                </SubmitButton>
              )}
            </FormBody>
          </fetcher.Form>
        ) : (
          <ConfirmChange
            label={REVIEW_LABELS.offer}
            about={applicant.name}
            title={`Move ${applicant.name} back to review?`}
            intent="move"
            fields={{ stage: 'in_review' }}
            done="Back in review."
            description={`This ends the offer that ${applicant.name} has ${application.offer_answer}. It cannot be undone, and no email is sent.`}
          >
            <EditedVersion resource={application} textsOf={stageTexts} names={stageNames} />
          </ConfirmChange>
        )}
        <StageButtons
          application={{ ...application, stage: shown }}
          stages={NEXT[shown]}
          next={ON_THE_WAY[shown]}
          instant={fetcher}
        />
      </div>
      <p className="hint">
        {applicant.name} sees an interview, an offer or a decline after one minute, and gets an email. Until
        then you can undo it.
      </p>
    </>
  );
}

const REVIEW_LABELS = {
  submitted: 'Start review',
  interview: 'Back to review',
  offer: 'Back to review',
  rejected: 'Reconsider',
} as const;
