import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react';

/** The address whose action saves and removes. */
export const SAVED_JOBS = '/saved/jobs';

interface SavedJobs {
  /** By the id of a job post; no entry: not known. */
  readonly known: ReadonlyMap<string, boolean>;
  /** What the API has answered. A post that was changed here stays as it was changed: the answer may be older. */
  readonly noteRead: (saved: ReadonlyMap<string, boolean>) => void;
  readonly noteChanged: (id: string, isSaved: boolean) => void;
}

const SavedJobsContext = createContext<SavedJobs | null>(null);

/**
 * What the pages of one user know of the job posts that this user has saved. It is read in the browser, never while a page is
 * rendered: documents that are rendered once for all visitors hold nothing of a user.
 */
export function SavedJobsProvider({ children }: { children: ReactNode }) {
  const [known, setKnown] = useState<ReadonlyMap<string, boolean>>(() => new Map());
  const changed = useRef(new Set<string>());
  const noteRead = useCallback<SavedJobs['noteRead']>((saved) => {
    const read = [...saved].filter(([id]) => !changed.current.has(id));
    setKnown((before) => new Map([...before, ...read]));
  }, []);
  const noteChanged = useCallback<SavedJobs['noteChanged']>((id, isSaved) => {
    changed.current.add(id);
    setKnown((before) => new Map([...before, [id, isSaved]]));
  }, []);
  const value = useMemo(() => ({ known, noteRead, noteChanged }), [known, noteRead, noteChanged]);
  return <SavedJobsContext value={value}>{children}</SavedJobsContext>;
}

/** @throws {Error} outside the root. */
export function useSavedJobs(): SavedJobs {
  const savedJobs = use(SavedJobsContext);
  if (savedJobs === null) throw new Error('useSavedJobs needs a SavedJobsProvider');
  return savedJobs;
}
