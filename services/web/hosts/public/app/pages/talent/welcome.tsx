import { type ClientActionFunctionArgs, Form, useActionData } from 'react-router';
import { formAction } from '#api/form-action.ts';
import { sendWrite } from '#api/page-result.ts';
import { Entrance } from '#design/entrance.tsx';
import { FormBody } from '#design/form-body.tsx';
import { SubmitButton, useIsSending } from '#design/submit-button.tsx';

/** Success reloads route data (R3), and the policy redirects to the talent area. */
export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    request_access: () => sendWrite('ProfileService.CreateAccessRequest', {}, request.signal),
  });
}

export default function TalentWelcomePage() {
  const result = useActionData<typeof clientAction>();
  const isBusy = useIsSending();
  return (
    <Entrance
      title="Start your job search"
      lead="Request talent access once. We review each request within two days."
    >
      <Form method="post" className="card">
        <FormBody intent="request_access" refusal={result?.refusal}>
          <p>
            You can write your profile right away, and apply for jobs once your access is granted. Browsing
            jobs needs no access.
          </p>
          <SubmitButton className="primary" isBusy={isBusy} busyLabel="Requesting…">
            Request talent access
          </SubmitButton>
        </FormBody>
      </Form>
    </Entrance>
  );
}
