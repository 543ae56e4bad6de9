import type { Application, ApplicationStage } from '@gatehouse/contract/wire';
import { useFetcher } from 'react-router';
import { findChoice } from '#api/choice.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { FormBody } from '#design/form-body.tsx';
import { STAGE_LABELS, Stage } from '#design/stage.tsx';
import { StageSteps } from '#design/stage-steps.tsx';
import { SubmitButton } from '#design/submit-button.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import type { clientAction } from './application.tsx';
import { StageMail } from './stage-mail.tsx';

const NEXT: readonly { readonly stage: ApplicationStage; readonly label: string }[] = [
  { stage: 'in_review', label: 'Start review' },
  { stage: 'interview', label: 'Invite to interview' },
  { stage: 'offer', label: 'Make offer' },
];

const stageTexts = ({ stage }: Application) => ({ stage });
const STAGE_NAMES = { stage: { label: 'Stage', values: STAGE_LABELS } };

/**
 * The application's stage, the stages that it can move to, and the undo of the last change while its email is delayed. The
 * new stage shows immediately, and reverts if the API refuses it.
 */
export function Stages({ application }: { application: Application }) {
  const { stage, applicant, mail_at, undo_stage } = application;
  const fetcher = useFetcher<typeof clientAction>();
  const wanted = findChoice(STAGE_LABELS, fetcher.formData?.get('stage'));
  const shown = wanted ?? stage;
  const edited = { resource: application, textsOf: stageTexts, names: STAGE_NAMES };
  return (
    <section className="card stack" aria-labelledby="stage">
      <h2 id="stage">
        Stage <Stage stage={shown} />
      </h2>
      <StageSteps stage={shown} side="company" />
      {mail_at === undefined || fetcher.state !== 'idle' ? null : (
        <StageMail
          name={applicant.name}
          mailAt={mail_at}
          undoStage={undo_stage}
          etag={application.etag}
          form={fetcher.Form}
        />
      )}
      <div className="actions">
        <fetcher.Form method="post">
          <FormBody intent="move" refusal={fetcher.data?.refusal}>
            <EditedVersion {...edited} />
            <div className="actions">
              {NEXT.filter((next) => next.stage !== shown).map((next) => (
                <SubmitButton
                  key={next.stage}
                  name="stage"
                  value={next.stage}
                  isBusy={fetcher.state !== 'idle'}
                >
                  {next.label}
                </SubmitButton>
              ))}
            </div>
          </FormBody>
        </fetcher.Form>
        {shown === 'rejected' ? null : (
          <ConfirmChange
            label="Decline"
            about={applicant.name}
            title={`Decline ${applicant.name}’s application?`}
            tone="bad"
            intent="move"
            fields={{ stage: 'rejected' }}
            done={`Declined. ${applicant.name} will be notified by email.`}
            description="The email is sent after one minute. Until then you can undo this."
          >
            <EditedVersion {...edited} />
          </ConfirmChange>
        )}
      </div>
      <p className="hint">
        Applicants are notified by email one minute after an interview, an offer or a decline. Until then you
        can undo it.
      </p>
    </section>
  );
}
