import { useEffect } from 'react';
import { useBlocker, useLocation } from 'react-router';
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
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) =>
    hasChangedForm(from.pathname === to.pathname ? '[role=alertdialog] *' : undefined),
  );
  useBeforeUnload();
  const isBlocked = blocker.state === 'blocked';
  useEffect(() => {
    if (isBlocked) want();
  }, [isBlocked, want]);
  useEffect(() => {
    if (!hasFailed || blocker.state !== 'blocked') return;
    // The dialog could not be loaded, and the question must be asked.
    if (confirm(QUESTION)) blocker.proceed();
    else blocker.reset();
  }, [hasFailed, blocker]);
  if (part === null) return null;
  return (
    <part.LeaveDialog
      isOpen={isBlocked}
      onLeave={() => blocker.proceed?.()}
      onStay={() => blocker.reset?.()}
    />
  );
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
