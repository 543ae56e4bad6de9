import { useEffect, useEffectEvent, useRef, useState } from 'react';
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

type Navigation = Parameters<BlockerFunction>[0];

/** Whether a navigation would lose text: of the page, or within it, of the dialog on top of a list. */
function losesText({ currentLocation: from, nextLocation: to }: Navigation): boolean {
  return hasChangedForm(from.pathname === to.pathname ? '[role=alertdialog] *' : undefined);
}

/**
 * Whether the user is asked now, and what the two answers do. The router forgets what it has blocked when a reload of the same page ends,
 * as after a save: the question stays if that was refused, and otherwise the navigation goes on, because there is no text to lose.
 */
function useQuestion() {
  const [blocked, setBlocked] = useState<Navigation | null>(null);
  const tried = useRef<Navigation | null>(null);
  const isAllowed = useRef(false);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const blocker = useBlocker((navigation) => {
    tried.current = navigation;
    const isBlocked = !isAllowed.current && losesText(navigation);
    isAllowed.current = false;
    return isBlocked;
  });
  const leave = () => {
    setBlocked(null);
    if (blocked === null) return;
    const { nextLocation: to, historyAction } = blocked;
    if (historyAction === 'POP' && blocker.state === 'blocked') {
      try {
        return blocker.proceed();
      } catch {
        // The router has forgotten it since the last rendering.
      }
    }
    isAllowed.current = true;
    // After Back, too, and then as a new entry of the history. Forms that navigate post to their own page, which asks nothing.
    void navigate(to, { replace: historyAction === 'REPLACE', state: to.state });
  };
  const stay = () => {
    setBlocked(null);
    blocker.reset?.();
  };
  const onBlocker = useEffectEvent(() => {
    // Not before: the router does not block a Back to an entry that it has not made, whatever the function answers.
    if (blocker.state === 'blocked') setBlocked(tried.current);
    else if (
      blocker.state === 'unblocked' &&
      blocked?.currentLocation.pathname === pathname &&
      !losesText(blocked)
    )
      leave();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object is the sign that the router has blocked, or has forgotten it.
  useEffect(() => onBlocker(), [blocker]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other forms.
  useEffect(() => setBlocked(null), [pathname]);
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
