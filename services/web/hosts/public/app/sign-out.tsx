import { useFetcher } from 'react-router';
import type { ActionResult } from '../../../session/page-result.ts';

/** Signs out through the sign-out route; the button says so when that fails, and nobody is signed out then. */
export function SignOut() {
  const fetcher = useFetcher<ActionResult>();
  const refusal = fetcher.data?.refusal;
  return (
    <fetcher.Form method="post" action="/sign-out">
      <button type="submit" className="link" disabled={fetcher.state !== 'idle'}>
        {refusal === undefined ? 'Sign out' : 'Sign out (failed, try again)'}
      </button>
    </fetcher.Form>
  );
}
