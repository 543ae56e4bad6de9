import type { SavedSearch } from '@gatehouse/contract/wire';
import { useEffect, useRef } from 'react';
import { useFetcher, useLocation } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';
import { useToast } from '#design/toast.tsx';
import { type KeptSave, takeSave } from '#journey/kept-save.ts';
import { pathOf } from '#journey/return-to.ts';
import { useIdentitiesUserSession } from '../session-hook.ts';
import { SAVED_JOBS, useSavedJobs } from './saved-jobs.tsx';

/** The address whose action saves, and its form. */
function sent(kept: KeptSave) {
  return 'jobPostId' in kept
    ? { action: SAVED_JOBS, form: { job_post_id: kept.jobPostId } }
    : { action: '/saved/searches', form: { address: kept.searchAddress, frequency: 'daily' } };
}

/** Saves what the visitor wanted to save before the sign-in. */
export function SendKeptSave() {
  const isSignedIn = useIdentitiesUserSession() !== null;
  const address = pathOf(useLocation());
  const { noteChanged } = useSavedJobs();
  const { data, submit } = useFetcher<ActionResult<Partial<SavedSearch>>>();
  const waiting = useRef<KeptSave | null>(null);
  const showToast = useToast();
  useEffect(() => {
    const kept = isSignedIn ? takeSave(address) : null;
    if (kept === null) return;
    waiting.current = kept;
    const { action, form } = sent(kept);
    void submit({ intent: 'save', ...form }, { method: 'post', action, defaultShouldRevalidate: false });
  }, [isSignedIn, address, submit]);
  useEffect(() => {
    const kept = waiting.current;
    if (data === undefined || kept === null) return;
    waiting.current = null;
    const isJob = 'jobPostId' in kept;
    if (data.refusal !== undefined) {
      const what = isJob ? 'job' : 'search';
      showToast(`The ${what} was not saved. ${data.refusal.detail ?? data.refusal.title}`, 'bad');
      return;
    }
    if (isJob) {
      noteChanged(kept.jobPostId, true);
      showToast('Job saved.');
      return;
    }
    const frequency = data.done?.frequency ?? 'daily';
    // Its words are no part of every page's first load.
    import('../pages/saved/saved-note.ts').then(
      ({ savedNote }) => showToast(savedNote({ frequency })),
      () => showToast('Search saved.'),
    );
  }, [data, noteChanged, showToast]);
  return null;
}
