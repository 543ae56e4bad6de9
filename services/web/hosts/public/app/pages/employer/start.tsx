import { type ClientActionFunctionArgs, Form, useActionData, useNavigation } from 'react-router';
import { sendWrite } from '#api/page-result.ts';
import { Entrance } from '#design/entrance.tsx';
import { TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';

/** Success loads route data again (R3), and the policy then leads on to the employer area. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const name = String((await request.formData()).get('name') ?? '');
  return sendWrite('OrgMembershipService.CreateOrgMembership', { company: { name } }, request.signal);
}

export default function EmployerStartPage() {
  const result = useActionData<typeof clientAction>();
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Entrance title="Hire here" lead="Make your company; you are its first owner.">
      <Form method="post" className="card">
        <FormBody refusal={result?.refusal}>
          <TextField label="Company name" name="name" autoComplete="organization" required maxLength={120} />
          <button type="submit" className="primary" disabled={isBusy}>
            {isBusy ? 'Making …' : 'Make the company'}
          </button>
        </FormBody>
      </Form>
    </Entrance>
  );
}
