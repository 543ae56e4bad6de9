import type { Application, ApplicationStage } from '@gatehouse/contract/wire';
import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { findChoice } from '#api/choice.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { FormBody } from '#design/form-body.tsx';
import { STAGE_LABELS, Stage } from '#design/stage.tsx';
import { StageSteps } from '#design/stage-steps.tsx';
import type { clientAction } from './application.tsx';
import { StageMail } from './stage-mail.tsx';

const NEXT: readonly { readonly stage: ApplicationStage; readonly words: string }[] = [
  { stage: 'in_review', words: 'Take into review' },
  { stage: 'interview', words: 'Invite to an interview' },
  { stage: 'offer', words: 'Make an offer' },
];

/**
 * Where the application stands, where it can go, and the undo of the last change while its mail waits. The stage shows at
 * once and goes back when the API refuses.
 */
export function Stages({ application }: { application: Application }) {
  const { stage, applicant, mail_at, undo_stage } = application;
  const fetcher = useFetcher<typeof clientAction>();
  const wanted = findChoice(STAGE_LABELS, fetcher.formData?.get('stage'));
  const shown = wanted ?? stage;
  const heading = useRef<HTMLHeadingElement>(null);
  const isUndone = useRef(false);
  useEffect(() => {
    // The button that undid the change is gone: the focus goes to what it changed.
    if (isUndone.current && fetcher.state === 'idle' && fetcher.data?.refusal === undefined) {
      heading.current?.focus();
    }
    isUndone.current = fetcher.formData?.get('intent') === 'undo';
  }, [fetcher.state, fetcher.data, fetcher.formData]);
  return (
    <section className="card stack" aria-labelledby="stage">
      <h2 id="stage" ref={heading} tabIndex={-1}>
        Stage <Stage stage={shown} />
      </h2>
      <StageSteps stage={shown} side="company" />
      {mail_at === undefined || fetcher.state !== 'idle' ? null : (
        <StageMail name={applicant.name} mailAt={mail_at} undoStage={undo_stage} form={fetcher.Form} />
      )}
      <div className="actions">
        <fetcher.Form method="post">
          <FormBody intent="move" refusal={fetcher.data?.refusal}>
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
            intent="move"
            fields={{ stage: 'rejected' }}
            done={`${applicant.name} gets a mail that says so.`}
          >
            <p>The mail goes out after a minute. Until then you can undo this.</p>
          </ConfirmChange>
        )}
      </div>
      <p className="hint">
        A mail goes out a minute after an interview, an offer or a refusal. Until then you can undo the
        change.
      </p>
    </section>
  );
}
