import { type ClientActionFunctionArgs, Form, useActionData, useNavigation } from 'react-router';
import { formAction } from '#api/form-action.ts';
import { sendWrite } from '#api/page-result.ts';
import { Entrance } from '#design/entrance.tsx';
import { FormBody } from '#design/form-body.tsx';

/** Success loads route data again (R3), and the policy then leads on to the talent area. */
export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    request_access: () => sendWrite('ProfileService.CreateAccessRequest', {}, request.signal),
  });
}

export default function TalentWelcomePage() {
  const result = useActionData<typeof clientAction>();
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Entrance
      title="Find work here"
      lead="Ask for talent access once; we look at each request ourselves, within two days."
    >
      <Form method="post" className="card">
        <FormBody intent="request_access" refusal={result?.refusal}>
          <p>
            You can write your profile at once. Applying opens when your access is granted; then every job has
            a button for it. Looking at jobs needs no access.
          </p>
          <button type="submit" className="primary" disabled={isBusy}>
            {isBusy ? 'Asking …' : 'Ask for talent access'}
          </button>
        </FormBody>
      </Form>
    </Entrance>
  );
}
