import { useState } from 'react';
import { type ClientActionFunctionArgs, Form, Link, type MetaFunction, useActionData } from 'react-router';
import { formAction } from '#api/form-action.ts';
import { sendWrite } from '#api/page-result.ts';
import { Entrance } from '#design/entrance.tsx';
import { TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { NewPasswordField } from '#design/new-password-field.tsx';
import { SubmitButton, useIsSending } from '#design/submit-button.tsx';
import { keepReturnTo } from '#journey/kept-return-to.ts';
import { safeReturnTo, withReturnTo } from '#journey/return-to.ts';
import { useReturnTo } from '#journey/use-return-to.ts';
import { INVITATION_PATH } from '../mail-link-paths.ts';
import { invitationToken } from './join/invitation-token.ts';

export const meta: MetaFunction = () => [
  {
    name: 'description',
    content: 'Create one Gatehouse account: find work with one profile, or post jobs as a company.',
  },
];

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    sign_up: (form) => {
      const password = form.text('password');
      const account = { name: form.text('name'), email: form.text('email') };
      const input = password === '' ? account : { ...account, password };
      const returnTo = safeReturnTo(new URL(request.url).searchParams.get('return_to'));
      keepReturnTo(returnTo);
      if (returnTo === INVITATION_PATH) invitationToken.share();
      return sendWrite('UserService.CreateUser', input, request.signal);
    },
  });
}

export default function SignupPage() {
  const result = useActionData<typeof clientAction>();
  const isBusy = useIsSending();
  const returnTo = useReturnTo();
  if (result !== undefined && result.refusal === undefined) {
    return (
      <Entrance
        title="Check your email"
        lead="We have sent you a link. Open it to confirm your email address, then sign in."
      >
        <p>
          No email after a few minutes? Check your spam folder, or{' '}
          <Link to={withReturnTo('/signup', returnTo)} reloadDocument>
            sign up again
          </Link>
          . Only the newest link works, and after several sign-ups in a day we send no further one.
        </p>
      </Entrance>
    );
  }
  return (
    <Entrance title="Create your account" lead="One account to find work, or to hire.">
      <Form method="post" className="card">
        <FormBody intent="sign_up" refusal={result?.refusal}>
          <TextField label="Name" name="name" autoComplete="name" required maxLength={100} />
          <TextField
            label="Email address"
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={254}
          />
          <FirstCredential />
          <div className="actions">
            <SubmitButton className="primary" isBusy={isBusy} busyLabel="Creating…">
              Create account
            </SubmitButton>
            <Link to={withReturnTo('/login', returnTo)}>Sign in instead</Link>
          </div>
        </FormBody>
      </Form>
    </Entrance>
  );
}

/** A password, or the passkey that is created when the address is confirmed. */
function FirstCredential() {
  const [isPasskey, setIsPasskey] = useState(false);
  return (
    <div className="field">
      {isPasskey ? (
        <p role="status">
          No password: you create a passkey on your device when you open the link in our email, and sign in
          with your fingerprint, face or screen lock.
        </p>
      ) : (
        <NewPasswordField />
      )}
      <button type="button" className="link" onClick={() => setIsPasskey(!isPasskey)}>
        {isPasskey ? 'Use a password instead' : 'Use a passkey instead of a password'}
      </button>
    </div>
  );
}
