import { type ClientActionFunctionArgs, Form, redirect, useActionData } from 'react-router';
import { signInAdminWithPasskey } from '#api/admin-passkeys.ts';
import { callApi } from '#api/browser-api.ts';
import { formAction } from '#api/form-action.ts';
import { actionResult } from '#api/page-result.ts';
import { Entrance } from '#design/entrance.tsx';
import { TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { SubmitButton, useIsSending } from '#design/submit-button.tsx';
import { safeReturnTo } from '#journey/return-to.ts';
import { announceSessionChange, wantReload } from '#session/reload.ts';

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    sign_in: async (form) => {
      const credentials = { email: form.text('email'), password: form.text('password') };
      const answer =
        form.text('factor') === 'passkey'
          ? await signInAdminWithPasskey(credentials, request.signal)
          : await callApi(
              'AdminSessionService.CreateAdminSession',
              { ...credentials, totp: form.text('totp') },
              request.signal,
            );
      if (!answer.ok) return actionResult(answer);
      announceSessionChange();
      wantReload();
      return redirect(safeReturnTo(new URL(request.url).searchParams.get('return_to')) ?? '/');
    },
  });
}

export default function LoginPage() {
  const result = useActionData<typeof clientAction>();
  const isBusy = useIsSending();
  return (
    <Entrance title="Team sign-in">
      <Form method="post" className="card">
        <FormBody intent="sign_in" refusal={result?.refusal}>
          <TextField label="Email address" name="email" type="email" autoComplete="username" required />
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
          {/* Asked for at once: a password alone counts as a failed sign-in (F11). */}
          <TextField
            label="One-time code"
            name="totp"
            hint="The six digits from your authenticator app, or a recovery code."
            autoComplete="one-time-code"
            required
            maxLength={40}
          />
          <div className="actions">
            <SubmitButton className="primary" isBusy={isBusy} busyLabel="Signing in…">
              Sign in
            </SubmitButton>
            {/* Without the code, which the passkey replaces. */}
            <SubmitButton isBusy={isBusy} name="factor" value="passkey" formNoValidate>
              Use a passkey instead of a code
            </SubmitButton>
          </div>
        </FormBody>
      </Form>
    </Entrance>
  );
}
