import type { AdminEnrolment, CompleteAdminEnrolmentResponse } from '@gatehouse/contract/wire';
import { useEffect, useState } from 'react';
import { type ClientActionFunctionArgs, Link, useFetcher } from 'react-router';
import { enrolWithPasskey } from '#api/admin-passkeys.ts';
import type { ApiAnswer } from '#api/api-answer.ts';
import { callApi } from '#api/browser-api.ts';
import { formAction } from '#api/form-action.ts';
import { type ActionResult, actionResult, sendWrite } from '#api/page-result.ts';
import { ErrorDisplay } from '#design/error-display.tsx';
import { TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { NewPasswordField } from '#design/new-password-field.tsx';
import { Page } from '#design/page.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { SubmitButton } from '#design/submit-button.tsx';
import { useFragmentToken } from '#journey/fragment-token.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    enrol_with_passkey: async (form) => {
      const input = { token: form.text('token'), password: form.text('password') };
      return actionResult(await enrolWithPasskey(input, request.signal));
    },
    enrol: (form) => {
      const input = {
        token: form.text('token'),
        password: form.text('password'),
        totp: form.text('totp').trim(),
      };
      return sendWrite('AdminEnrolmentService.CompleteAdminEnrolment', input, request.signal);
    },
  });
}

const TITLE = 'Set up your sign-in';

/** The target of an admin's one-time link. The token is in the fragment, which no server receives. */
export default function EnrolPage() {
  const token = useFragmentToken();
  const [opened, setOpened] = useState<{ token: string; answer: ApiAnswer<AdminEnrolment> } | null>(null);
  useEffect(() => {
    if (typeof token !== 'string' || opened?.token === token) return;
    let isGone = false;
    void callApi('AdminEnrolmentService.OpenAdminEnrolment', { token }).then((answer) => {
      if (!isGone) setOpened({ token, answer });
    });
    return () => {
      isGone = true;
    };
  }, [token, opened]);
  if (token === null) {
    return (
      <Page title={TITLE} lead="The one-time link of an admin opens this page.">
        <p>Open the link in your email again, or ask the operator of Gatehouse for a new one.</p>
      </Page>
    );
  }
  // A second link, opened in the same tab, has not been answered yet.
  if (token === undefined || opened?.token !== token) return <PageSkeleton title={TITLE} shape="detail" />;
  const { answer } = opened;
  if (answer.ok) {
    return answer.data.passkey_required ? (
      <EnrolWithPasskey key={token} token={token} enrolment={answer.data} />
    ) : (
      <Enrol key={token} token={token} enrolment={answer.data} />
    );
  }
  // Only this refusal is about the link. After another one it still works, and the address no longer has its token.
  if (answer.refusal.code !== 'token_invalid') {
    return (
      <Page title={TITLE}>
        <ErrorDisplay refusal={answer.refusal} onRetry={() => setOpened(null)} />
      </Page>
    );
  }
  return (
    <Page title={TITLE}>
      <ErrorDisplay refusal={answer.refusal} />
      <p>Links work once and expire after a day. Ask the operator of Gatehouse for a new one.</p>
    </Page>
  );
}

function Enrol({ token, enrolment }: { token: string; enrolment: AdminEnrolment }) {
  const fetcher = useFetcher<ActionResult<CompleteAdminEnrolmentResponse>>();
  const { data, state } = fetcher;
  if (data?.done !== undefined) return <RecoveryCodes codes={data.done.recovery_codes} />;
  const { email, name, totp_secret, totp_uri } = enrolment;
  return (
    <Page title={TITLE} lead={`For ${name}, ${email}.`}>
      <fetcher.Form method="post" className="stack">
        <FormBody intent="enrol" refusal={data?.refusal}>
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <div className="grid-2">
            <section className="card">
              <h2>1. Your authenticator app</h2>
              <p>Scan this with an authenticator app, such as FreeOTP, Aegis or your password manager.</p>
              <QrCode text={totp_uri} label="QR code for the authenticator app" />
              <p>Or enter this secret (time-based, 6 digits, 30 seconds):</p>
              <p>
                <code>{totp_secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
              </p>
            </section>
            <section className="card">
              <h2>2. Password and first code</h2>
              <NewPasswordField />
              <TextField
                label="One-time code"
                name="totp"
                hint="The six digits from the app."
                autoComplete="one-time-code"
                inputMode="numeric"
                required
                minLength={6}
                maxLength={10}
              />
              <SubmitButton className="primary" isBusy={state !== 'idle'} busyLabel="Setting up…">
                Finish setup
              </SubmitButton>
            </section>
          </div>
        </FormBody>
      </fetcher.Form>
    </Page>
  );
}

function EnrolWithPasskey({ token, enrolment }: { token: string; enrolment: AdminEnrolment }) {
  const fetcher = useFetcher<ActionResult<CompleteAdminEnrolmentResponse>>();
  const { data, state } = fetcher;
  const { email, name } = enrolment;
  if (data?.done !== undefined) {
    return (
      <Page title="Your sign-in is set up" lead="Sign in with your password and this passkey.">
        <Link className="button primary" to="/login">
          Sign in
        </Link>
      </Page>
    );
  }
  return (
    <Page title={TITLE} lead={`For ${name}, ${email}.`}>
      <fetcher.Form method="post" className="card narrow">
        <FormBody intent="enrol_with_passkey" refusal={data?.refusal}>
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <NewPasswordField />
          <p>Your browser then asks you to create a passkey: both are needed to sign in.</p>
          <SubmitButton className="primary" isBusy={state !== 'idle'} busyLabel="Waiting for your device…">
            Create passkey and finish
          </SubmitButton>
        </FormBody>
      </fetcher.Form>
    </Page>
  );
}
