import type { PublicJobPost } from '@gatehouse/contract/wire';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { saysFactsChanged } from '#api/api-answer.ts';
import { callApi } from '#api/browser-api.ts';
import { sendShownWrite } from '#api/send-shown-write.ts';
import { announce } from '#design/feedback/announcer.tsx';
import { useToast } from '#design/toast.tsx';
import { pathOf } from '#journey/return-to.ts';
import { useReload } from '#session/reload.ts';
import { useIdentitiesUserSession } from '../session-hook.ts';
import { SignInFirst } from '../sign-in-first.tsx';
import { useSavedJobs } from './saved-jobs.tsx';

/** The API answers about so many at once. */
const MAX_ASKED = 100;

type Post = Pick<PublicJobPost, 'id' | 'title'>;

/** Saves a job post, or removes it from the saved ones. A visitor signs in first. */
export function SaveJob({
  post,
  isListed = false,
}: {
  post: Post /** In the list of saved jobs. */;
  isListed?: boolean;
}) {
  return useIdentitiesUserSession() === null ? (
    <SignInToSave post={post} />
  ) : (
    <SaveToggle post={post} isListed={isListed} />
  );
}

/** No form: in a list, each one would have to say that it needs scripts. */
function SaveToggle({ post: { id, title }, isListed }: { post: Post; isListed: boolean }) {
  const isSaved = useSavedJobs().known.get(id) ?? isListed;
  const change = useChange(id);
  return (
    <div className="save-job">
      <button type="button" onClick={() => change(!isSaved)}>
        <SaveLabel isSaved={isSaved}>{isSaved ? `${title}, remove from saved jobs` : title}</SaveLabel>
      </button>
    </div>
  );
}

/**
 * Saves a post or removes it: this shows immediately, and is undone if the API refuses it. A change that is asked for while another one of
 * the post is on its way is sent after that one, so that the last press holds, also once the user has left the page.
 */
function useChange(id: string): (isSaved: boolean) => void {
  const { noteChanged, wanted } = useSavedJobs();
  const showToast = useToast();
  const reload = useReload();
  const send = async (isSaved: boolean): Promise<void> => {
    const endpoint = isSaved ? 'SavedJobPostService.SaveJobPost' : 'SavedJobPostService.DeleteSavedJobPost';
    const answer = await sendShownWrite(endpoint, { job_post_id: id });
    if (answer === null) return;
    const last = wanted.get(id) ?? isSaved;
    if (answer.ok && last !== isSaved) return send(last);
    wanted.delete(id);
    noteChanged(id, answer.ok ? isSaved : !isSaved);
    if (answer.ok) {
      announce(isSaved ? 'Job saved.' : 'Removed from your saved jobs.');
      return;
    }
    showToast(answer.refusal.detail, 'bad');
    if (saysFactsChanged(answer.refusal)) reload();
  };
  return (isSaved) => {
    noteChanged(id, isSaved);
    const isOnItsWay = wanted.has(id);
    wanted.set(id, isSaved);
    if (!isOnItsWay) void send(isSaved);
  };
}

/** Without scripts the user saves after the sign-in. */
function SignInToSave({ post: { id, title } }: { post: Post }) {
  const location = useLocation();
  return (
    <SignInFirst returnTo={pathOf(location)} saves={{ jobPostId: id }}>
      <SaveLabel isSaved={false}>{title}, after you sign in</SaveLabel>
    </SignInFirst>
  );
}

function SaveLabel({
  isSaved,
  children,
}: {
  isSaved: boolean /** For screen readers: tells equal buttons apart. */;
  children: ReactNode;
}) {
  return (
    <>
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        focusable="false"
        className={isSaved ? 'is-saved' : undefined}
      >
        <path d="M6 4h12v16l-6-4.5L6 20z" />
      </svg>
      {isSaved ? 'Saved' : 'Save'}
      <span className="visually-hidden"> {children}</span>
    </>
  );
}

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
        const askedAt = performance.now();
        const answer = await callApi('SavedJobPostService.FindSavedJobPosts', input, left.signal);
        if (!answer.ok) return;
        const saved = new Set(answer.data.job_post_ids);
        noteRead(new Map(job_post_ids.map((id) => [id, saved.has(id)])), askedAt);
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
