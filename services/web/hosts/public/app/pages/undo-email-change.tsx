import { type ClientActionFunctionArgs, Link, redirect, useFetcher, useSearchParams } from 'react-router';
import { callApi } from '#api/browser-api.ts';
import { formAction } from '#api/form-action.ts';
import { type ActionResult, actionResult } from '#api/page-result.ts';
import { Entrance } from '#design/entrance.tsx';
import { FormBody } from '#design/form-body.tsx';
import { NewPasswordField } from '#design/new-password-field.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { SubmitButton } from '#design/submit-button.tsx';
import { useFragmentToken } from '#journey/fragment-token.ts';
import { announceSessionChange, wantReload } from '#session/reload.ts';
import { useIdentitiesUserSession } from '../session-hook.ts';
import { SwitchAccount, switchAccount } from './switch-account.tsx';

const TITLE = 'Take your account back';

export { notIndexed as meta } from './not-indexed.ts';

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    undo: async (form) => {
      const input = { token: form.text('token'), password: form.text('password') };
      const answer = await callApi('EmailChangeService.UndoEmailChange', input, request.signal);
      if (!answer.ok) return actionResult(answer);
      announceSessionChange();
      wantReload();
      // By address: the page of a user who was signed in starts again when the session is gone.
      return redirect('/undo-email-change?done');
    },
    switch_account: (form) => switchAccount(form, request.signal),
  });
}

/** Undoes a change of the address, by the link in the mail to the old one. */
export default function UndoEmailChangePage() {
  const token = useFragmentToken();
  const [search] = useSearchParams();
  if (search.has('done')) return <Undone />;
  if (token === undefined) return <PageSkeleton title={TITLE} shape="form" />;
  if (token === null) {
    return (
      <Entrance title={TITLE} lead="The link in our email about your changed address opens this page.">
        <p>
          Open the link in that email again. If you only forgot your password,{' '}
          <Link to="/reset-password">reset it</Link>.
        </p>
      </Entrance>
    );
  }
  return <Undo key={token} token={token} />;
}

function Undo({ token }: { token: string }) {
  const fetcher = useFetcher<ActionResult>();
  const { data, state } = fetcher;
  return (
    <Entrance title={TITLE} lead="If you did not change the email address of your account, undo it here.">
      <fetcher.Form method="post" className="card">
        <FormBody intent="undo" refusal={data?.refusal}>
          {data?.refusal?.code === 'token_invalid' ? (
            <p>Links work once and expire after 7 days. An undo of an earlier change ends them, too.</p>
          ) : null}
          <p>
            You sign in with your former address again, every session ends, and passkeys and invitations that
            were added since the change was requested are removed.
          </p>
          <input type="hidden" name="token" value={token} />
          <NewPasswordField label="New password" />
          <SubmitButton className="primary" isBusy={state !== 'idle'} busyLabel="Undoing…">
            Undo the change and set password
          </SubmitButton>
        </FormBody>
      </fetcher.Form>
    </Entrance>
  );
}

function Undone() {
  const session = useIdentitiesUserSession();
  return (
    <Entrance
      title="Your account is yours again"
      lead="Your former address is restored, and every session has ended."
    >
      <p>
        Sign in with that address and your new password. Then look at your passkeys and remove those that are
        not yours.
      </p>
      {session === null ? (
        <Link className="button primary" to="/login">
          Sign in
        </Link>
      ) : (
        <SwitchAccount session={session} />
      )}
    </Entrance>
  );
}
