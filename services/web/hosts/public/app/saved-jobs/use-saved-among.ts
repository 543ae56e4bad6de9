import { useEffect, useRef } from 'react';
import { callApi } from '#api/browser-api.ts';
import { useIdentitiesUserSession } from '../session-hook.ts';
import { useSavedJobs } from './saved-jobs.tsx';

/** The API answers about so many at once. */
const MAX_ASKED = 100;

/** Asks once which posts of a list are saved, and again for those that the list has got since. Without it, the page works. */
export function useSavedAmong(ids: readonly string[]): void {
  const { noteRead } = useSavedJobs();
  const isSignedIn = useIdentitiesUserSession() !== null;
  const asked = useRef<ReadonlySet<string>>(new Set());
  const key = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids are in the key.
  useEffect(() => {
    if (!isSignedIn) return;
    const left = new AbortController();
    const before = asked.current;
    const added = ids.filter((id) => !before.has(id));
    asked.current = new Set(ids);
    const ask = async (job_post_ids: readonly string[]) => {
      try {
        const input = { job_post_ids: [...job_post_ids] };
        const answer = await callApi('SavedJobPostService.FindSavedJobPosts', input, left.signal);
        if (!answer.ok) return;
        const saved = new Set(answer.data.job_post_ids);
        noteRead(new Map(job_post_ids.map((id) => [id, saved.has(id)])));
      } catch (error) {
        if (!left.signal.aborted) throw error;
      }
    };
    for (let from = 0; from < added.length; from += MAX_ASKED) void ask(added.slice(from, from + MAX_ASKED));
    return () => {
      left.abort();
      asked.current = before;
    };
  }, [key, isSignedIn, noteRead]);
}
