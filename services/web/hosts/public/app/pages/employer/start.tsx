import { type ClientActionFunctionArgs, Form, useActionData } from 'react-router';
import { formAction } from '#api/form-action.ts';
import { sendWrite } from '#api/page-result.ts';
import { Entrance } from '#design/entrance.tsx';
import { TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { SubmitButton, useIsSending } from '#design/submit-button.tsx';

/** Success reloads route data (R3), and the policy redirects to the employer area. */
export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    create_company: (form) => {
      const input = { company: { name: form.text('name') } };
      return sendWrite('OrgMembershipService.CreateOrgMembership', input, request.signal);
    },
  });
}

export default function EmployerStartPage() {
  const result = useActionData<typeof clientAction>();
  const isBusy = useIsSending();
  return (
    <Entrance title="Start hiring" lead="Create your company. You will be its first owner.">
      <Form method="post" className="card">
        <FormBody intent="create_company" refusal={result?.refusal}>
          <TextField label="Company name" name="name" autoComplete="organization" required maxLength={120} />
          <SubmitButton className="primary" isBusy={isBusy} busyLabel="Creating…">
            Create company
          </SubmitButton>
        </FormBody>
      </Form>
    </Entrance>
  );
}
