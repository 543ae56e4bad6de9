import { type ClientActionFunctionArgs, Form, useActionData } from 'react-router';
import { ownRefusal } from '#api/api-answer.ts';
import { callApi } from '#api/browser-api.ts';
import { formAction } from '#api/form-action.ts';
import type { FormValues } from '#api/form-values.ts';
import { actionResult, sendWrite } from '#api/page-result.ts';
import { Entrance } from '#design/entrance.tsx';
import { CheckboxField, TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { SubmitButton, useIsSending } from '#design/submit-button.tsx';

/** Success reloads route data (R3), and the policy redirects to the employer area. */
export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    create_company: async (form) => {
      if (await hasNamesake(form, request.signal)) return actionResult({ ok: false, refusal: NAMESAKE });
      const input = { company: { name: form.text('name') } };
      return sendWrite('OrgMembershipService.CreateOrgMembership', input, request.signal);
    },
  });
}

/** A warning, and no rule: two companies may have one name (U16). Only at creation, where it keeps a colleague from a second tenant. */
const NAMESAKE = ownRefusal(
  409,
  'A company with this name is on Gatehouse already',
  'If you work there, do not create it again: ask one of its owners for an invitation, which comes by mail. If it is another company, confirm that below.',
);

/** Whether the API knows a company with the form's name, and the user has not said that it is another one. */
async function hasNamesake(form: FormValues, signal: AbortSignal): Promise<boolean> {
  const name = form.text('name');
  if (name.trim() === '' || form.text('is_another') !== '') return false;
  const found = await callApi('CompanyNameService.CheckCompanyName', { name }, signal);
  // Without an answer there is no warning: the user can still create the company.
  return found.ok && found.data.is_in_use;
}

export default function EmployerStartPage() {
  const result = useActionData<typeof clientAction>();
  const isBusy = useIsSending();
  const isNamesake = result?.refusal?.status === 409 && result.refusal.code === null;
  return (
    <Entrance title="Start hiring" lead="Create your company. You will be its first owner.">
      <Form method="post" className="card">
        <FormBody intent="create_company" refusal={result?.refusal}>
          <TextField label="Company name" name="name" autoComplete="organization" required maxLength={120} />
          {isNamesake ? (
            <CheckboxField label="It is another company with the same name" name="is_another" required />
          ) : null}
          <SubmitButton className="primary" isBusy={isBusy} busyLabel="Creating…">
            Create company
          </SubmitButton>
        </FormBody>
      </Form>
    </Entrance>
  );
}
