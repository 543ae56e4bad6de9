import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useToast } from '#design/toast.tsx';
import { takeSave } from '#journey/kept-save.ts';
import { pathOf } from '#journey/return-to.ts';
import { useReload } from '#session/reload.ts';
import { useIdentitiesUserSession } from '../session-hook.ts';
import { useSavedJobs } from './saved-jobs.tsx';

/** Saves what the visitor wanted to save before the sign-in. */
export function SendKeptSave() {
  const isSignedIn = useIdentitiesUserSession() !== null;
  const address = pathOf(useLocation());
  const { noteChanged } = useSavedJobs();
  const showToast = useToast();
  const reload = useReload();
  useEffect(() => {
    const kept = isSignedIn ? takeSave(address) : null;
    if (kept === null) return;
    // Few visits need it: no part of every page's first load.
    import('./send-kept.ts').then(
      ({ sendKept }) => sendKept(kept, { noteChanged, showToast, reload }),
      () => showToast('What you wanted to save was not saved. Try again.', 'bad'),
    );
  }, [isSignedIn, address, noteChanged, showToast, reload]);
  return null;
}
