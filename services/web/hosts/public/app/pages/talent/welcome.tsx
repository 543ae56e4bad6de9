import { type ClientActionFunctionArgs, Form, useActionData, useSearchParams } from 'react-router';
import { callApiSignedIn } from '#api/call-signed-in.ts';
import { findChoice } from '#api/choice.ts';
import { formAction } from '#api/form-action.ts';
import { actionResult, sendWrite } from '#api/page-result.ts';
import { Entrance } from '#design/entrance.tsx';
import { FormBody } from '#design/form-body.tsx';
import { SubmitButton, useIsSending } from '#design/submit-button.tsx';
import { useReturnTo } from '#journey/use-return-to.ts';
import { jobToApplyFor } from './job-to-apply-for.ts';

/**
 * Success reloads route data (R3), and the policy redirects to the talent area. The job is saved before: staff decide within days, and
 * the user may come back in another browser (U14). A job that cannot be saved does not stop the request, unless its user is no
 * longer signed in.
 */
export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    request_access: async () => {
      const job = jobToApplyFor(new URL(request.url).searchParams.get('return_to'));
      if (job !== null) {
        const input = { job_post_id: job };
        const saved = await callApiSignedIn('SavedJobPostService.SaveJobPost', input, request.signal);
        if (!saved.ok && saved.refusal.status === 401) return actionResult(saved);
      }
      return sendWrite('ProfileService.CreateAccessRequest', {}, request.signal);
    },
  });
}

/** What staff decided, by the address in the mail and in the notification (U5). */
const DECISIONS = {
  refused: 'Your request was refused',
  ended: 'Your talent access has ended',
};

export default function TalentWelcomePage() {
  const result = useActionData<typeof clientAction>();
  const isBusy = useIsSending();
  const job = jobToApplyFor(useReturnTo());
  const decision = findChoice(DECISIONS, useSearchParams()[0].get('decision'));
  return (
    <Entrance
      title="Start your job search"
      lead={`${decision === null ? 'Request talent access once. ' : ''}We review each request within two days.`}
    >
      {decision === null ? null : (
        <section className="notice" aria-labelledby="decision">
          <h2 id="decision">{DECISIONS[decision]}</h2>
          <p>
            If we gave a reason, it is in our email. You can send a new request: we review it like the first
            one.
          </p>
        </section>
      )}
      <Form method="post" className="card">
        <FormBody intent="request_access" refusal={result?.refusal}>
          <p>
            You can write your profile right away, and apply for jobs once your access is granted. Browsing
            jobs needs no access.
          </p>
          {job === null ? null : (
            <p>
              The job that you want to apply for is added to your saved jobs. Your overview leads back to it
              once your access is granted.
            </p>
          )}
          <SubmitButton className="primary" isBusy={isBusy} busyLabel="Requesting…">
            Request talent access
          </SubmitButton>
        </FormBody>
      </Form>
    </Entrance>
  );
}
