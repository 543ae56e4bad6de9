import { useCallback, useEffect, useRef, useState } from 'react';
import { PART_NOT_LOADED, useOnDemand } from '#design/on-demand.ts';
import { useToast } from '#design/toast.tsx';
import { useReload } from '#session/reload.ts';
import type { IdentitySystem } from '#session/session-cookie.ts';
import {
  type PageAccount,
  provideSignIn,
  type SignInOutcome,
  type SignInReason,
} from '#session/sign-in-again.ts';
import { ACCOUNT_EVENT } from '#session/tab-owner.ts';

interface Request {
  readonly account: PageAccount;
  readonly reason: SignInReason;
  readonly done: (outcome: SignInOutcome) => void;
}

const loadDialog = () => import('./sign-in-dialogs.tsx');

/**
 * For the root component alone: when a save, or a reload of a page with text that is not saved, finds the session ended, or its
 * authentication too old, asks the page's user to sign in again or to confirm (G8).
 */
export function SignInAgain({ system, account }: { system: IdentitySystem; account: PageAccount | null }) {
  const { part, hasFailed, want } = useOnDemand(loadDialog);
  const [request, setRequest] = useState<Request | null>(null);
  const showToast = useToast();
  const [id, email] = [account?.id, account?.email];
  useReloadForOther(id);
  useEffect(() => {
    dispatchEvent(new CustomEvent(ACCOUNT_EVENT, { detail: id ?? '' }));
  }, [id]);
  useEffect(() => {
    const pageAccount = id && email ? { id, email } : null;
    return provideSignIn(pageAccount, (asked, reason, done) => {
      want();
      setRequest({ account: asked, reason, done });
    });
  }, [id, email, want]);
  const end = useCallback(
    (outcome: SignInOutcome) => {
      request?.done(outcome);
      setRequest(null);
    },
    [request],
  );
  useEffect(() => {
    if (hasFailed && request) {
      showToast(PART_NOT_LOADED, 'bad');
      setRequest(null);
    }
    // So it is when the root's error display replaces the dialog: unanswered, the request would hold each later one.
    return () => request?.done('not_loaded');
  }, [hasFailed, request, showToast]);
  if (!part || !request) return null;
  return <part.SignInDialogs system={system} request={request} onEnd={end} />;
}

/**
 * A refused write loads the session alone. When it is another account's, the pages' data is of the former one: it is loaded
 * again, too.
 */
function useReloadForOther(id: string | undefined): void {
  const reload = useReload();
  const former = useRef(id);
  useEffect(() => {
    if (former.current && id && former.current !== id) reload();
    former.current = id;
  }, [id, reload]);
}
