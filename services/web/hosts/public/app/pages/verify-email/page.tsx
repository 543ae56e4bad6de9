import { useEffect, useRef } from 'react';
import { type ClientActionFunctionArgs, Link, useFetcher } from 'react-router';
import { ErrorDisplay } from '../../../../../design/error-display.tsx';
import { Page } from '../../../../../design/page.tsx';
import { PageSkeleton } from '../../../../../design/page-skeleton.tsx';
import { sendWrite } from '../../../../../session/page-result.ts';

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  return sendWrite(
    'UserService.CreateEmailVerification',
    { token: String(form.get('token')) },
    request.signal,
  );
}

export default function VerifyEmailPage() {
  const fetcher = useFetcher<typeof clientAction>();
  const { submit, data: result } = fetcher;
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    // The token stands in the fragment: no server and no log has seen it.
    const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
    history.replaceState(history.state, '', location.pathname);
    void submit({ token }, { method: 'post' });
  }, [submit]);
  if (result === undefined) return <PageSkeleton title="Confirming your address" shape="form" />;
  if (result.refusal !== undefined) {
    return (
      <Page title="Confirm your address">
        <ErrorDisplay refusal={result.refusal} />
        <p>
          Links work once, for 24 hours. If you have confirmed already, <Link to="/login">sign in</Link>.
          Otherwise <Link to="/signup">sign up again</Link> and you get a new one.
        </p>
      </Page>
    );
  }
  return (
    <Page title="Your address is confirmed" lead="Welcome to Gatehouse.">
      <Link className="button primary" to="/login">
        Sign in
      </Link>
    </Page>
  );
}
