import {
  type ClientActionFunctionArgs,
  Form,
  Link,
  redirect,
  useActionData,
  useNavigation,
} from 'react-router';
import { TextField } from '../../../../../design/fields.tsx';
import { FormBody } from '../../../../../design/form-body.tsx';
import { Page } from '../../../../../design/page.tsx';
import { callApi } from '../../../../../session/browser-api.ts';
import { actionResult } from '../../../../../session/page-result.ts';
import { announceSessionChange, wantReload } from '../../../../../session/reload.ts';
import { safeReturnTo } from '../../../../../session/return-to.ts';
import { userHome } from '../../../../../session/user-homes.ts';

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const input = { email: String(form.get('email')), password: String(form.get('password')) };
  const answer = await callApi('UserSessionService.CreateUserSession', input, request.signal);
  if (!answer.ok) return actionResult(answer);
  announceSessionChange();
  wantReload();
  return redirect(safeReturnTo(new URL(request.url).searchParams.get('return_to')) ?? userHome(answer.data));
}

export default function LoginPage() {
  const result = useActionData<typeof clientAction>();
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Page title="Sign in">
      <Form method="post" className="card narrow">
        <FormBody refusal={result?.refusal}>
          <TextField label="E-mail address" name="email" type="email" autoComplete="username" required />
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
          <div className="actions">
            <button type="submit" className="primary" disabled={isBusy}>
              {isBusy ? 'Signing in …' : 'Sign in'}
            </button>
            <Link to="/signup">Make an account</Link>
          </div>
        </FormBody>
      </Form>
    </Page>
  );
}
