import { useEffect, useRef, useState } from 'react';
import { type BlockerFunction, useBlocker, useLocation, useNavigate } from 'react-router';
import { hasChangedForm } from '#api/changed-forms.ts';
import { useOnDemand } from './on-demand.ts';

const loadDialog = () => import('./leave-dialog.tsx');

/**
 * For the root component alone: asks before the user leaves a page with text that is not saved (G8), or the list behind a dialog
 * with such text, which Back reaches. It does not ask for a redirect, for example after a sign-out in another tab, because that is
 * no choice of the user.
 */
export function LeaveGuard() {
  const { part, hasFailed, want } = useOnDemand(loadDialog);
  const { isAsked, leave, stay } = useQuestion();
  useBeforeUnload();
  useEffect(() => {
    if (isAsked) want();
  }, [isAsked, want]);
  useEffect(() => {
    if (!hasFailed || !isAsked) return;
    // The dialog could not be loaded, and the question must be asked.
    if (confirm(QUESTION)) leave();
    else stay();
  }, [hasFailed, isAsked, leave, stay]);
  if (part === null) return null;
  return <part.LeaveDialog isOpen={isAsked} onLeave={leave} onStay={stay} />;
}

/**
 * Whether the user is asked now, and what the two answers do. The question stays until it is answered or the page changes. When a reload
 * ends meanwhile, as after a save that was refused, the router forgets what it has blocked: then that navigation is repeated, after Back
 * as a new entry of the history.
 */
function useQuestion() {
  const [blocked, setBlocked] = useState<Parameters<BlockerFunction>[0] | null>(null);
  const isAllowed = useRef(false);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const blocker = useBlocker((navigation) => {
    const { currentLocation: from, nextLocation: to } = navigation;
    const isBlocked =
      !isAllowed.current &&
      hasChangedForm(from.pathname === to.pathname ? '[role=alertdialog] *' : undefined);
    isAllowed.current = false;
    if (isBlocked) setBlocked(navigation);
    return isBlocked;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other forms.
  useEffect(() => setBlocked(null), [pathname]);
  const leave = () => {
    setBlocked(null);
    if (blocker.state === 'blocked') return blocker.proceed();
    if (blocked === null) return;
    isAllowed.current = true;
    const { nextLocation: to, historyAction } = blocked;
    void navigate(to, { replace: historyAction === 'REPLACE', state: to.state });
  };
  const stay = () => {
    setBlocked(null);
    blocker.reset?.();
  };
  return { isAsked: blocked !== null, leave, stay };
}

const QUESTION = 'Leave without saving?';

/** The browser's own question, when the document goes. A page without changed text can go into the back/forward cache. */
function useBeforeUnload(): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other forms, and the same one may have changed text.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasChangedForm()) event.preventDefault();
    };
    const onInput = () => addEventListener('beforeunload', ask);
    if (hasChangedForm()) onInput();
    else addEventListener('input', onInput, { once: true });
    return () => {
      removeEventListener('input', onInput);
      removeEventListener('beforeunload', ask);
    };
  }, [key]);
}
