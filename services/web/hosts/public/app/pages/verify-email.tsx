import { useEffect, useState } from 'react';
import { type ClientActionFunctionArgs, Link, useFetcher, useLocation } from 'react-router';
import { formAction } from '#api/form-action.ts';
import { sendWrite } from '#api/page-result.ts';
import { Entrance } from '#design/entrance.tsx';
import { FormBody } from '#design/form-body.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    confirm: (form) =>
      sendWrite('UserService.CreateEmailVerification', { token: form.text('token') }, request.signal),
  });
}

const TITLE = 'Confirm your address';

/** Redeems the link of a sign-up when the visitor says so, never on load: programs that scan mail open links, too. */
export default function VerifyEmailPage() {
  const [token, setToken] = useState<string | null | undefined>(undefined);
  const { hash } = useLocation();
  useEffect(() => {
    // The token stands in the fragment: no server and no log has seen it. A link that is opened in this tab changes it.
    const found = new URLSearchParams(hash.slice(1)).get('token');
    if (found !== null) history.replaceState(history.state, '', location.pathname);
    setToken((known) => found ?? known ?? null);
  }, [hash]);
  if (token === undefined) return <PageSkeleton title={TITLE} shape="form" />;
  if (token === null) {
    return (
      <Entrance title={TITLE} lead="This page is opened by the link in the mail of a sign-up.">
        <p>
          Open the link in your mail again, or <Link to="/signup">sign up again</Link> and you get a new one.
        </p>
      </Entrance>
    );
  }
  return <Confirm key={token} token={token} />;
}

function Confirm({ token }: { token: string }) {
  const fetcher = useFetcher<typeof clientAction>();
  const { data, state } = fetcher;
  if (data !== undefined && data.refusal === undefined) {
    return (
      <Entrance title="Your address is confirmed" lead="Welcome to Gatehouse.">
        <Link className="button primary" to="/login">
          Sign in
        </Link>
      </Entrance>
    );
  }
  return (
    <Entrance
      title={TITLE}
      lead="This creates your account, with the name and password of the sign-up that this link belongs to."
    >
      <fetcher.Form method="post" className="card">
        <FormBody intent="confirm" refusal={data?.refusal}>
          <input type="hidden" name="token" value={token} />
          {data?.refusal?.code === 'token_invalid' ? (
            <p>
              Links work once, for 24 hours, and a newer sign-up replaces an older one. If you have confirmed
              already, <Link to="/login">sign in</Link>. Otherwise <Link to="/signup">sign up again</Link> and
              you get a new link.
            </p>
          ) : (
            <>
              <p>
                If you did not sign up yourself, close this page: the account would have a password that you
                do not know.
              </p>
              <button type="submit" className="primary" disabled={state !== 'idle'}>
                {state === 'idle' ? 'Confirm the address' : 'Confirming …'}
              </button>
            </>
          )}
        </FormBody>
      </fetcher.Form>
    </Entrance>
  );
}
