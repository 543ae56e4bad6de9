import { createContext, type ReactNode, use, useMemo, useState } from 'react';

interface SavedJobs {
  /** By the id of a job post; no entry: not known. */
  readonly known: ReadonlyMap<string, boolean>;
  /** What the API has answered. A post that was changed here since stays as it was changed. */
  readonly noteRead: (saved: ReadonlyMap<string, boolean>, askedAt: number) => void;
  readonly noteChanged: (id: string, isSaved: boolean) => void;
  /** What the user wants of the posts whose change has no answer yet: further presses change it. */
  readonly wanted: Map<string, boolean>;
}

const SavedJobsContext = createContext<SavedJobs | null>(null);

/**
 * What the pages of one user know of the job posts that this user has saved. It is read in the browser, never while a page is
 * rendered: documents that are rendered once for all visitors hold nothing of a user.
 */
export function SavedJobsProvider({ children }: { children: ReactNode }) {
  const [known, setKnown] = useState<ReadonlyMap<string, boolean>>(() => new Map());
  // The same for every rendering: effects depend on the functions.
  const [notes] = useState(() => {
    const wanted = new Map<string, boolean>();
    /** By `performance.now()`. */
    const changedAt = new Map<string, number>();
    const note = (saved: Iterable<[string, boolean]>) => setKnown((before) => new Map([...before, ...saved]));
    return {
      wanted,
      noteRead: (saved: ReadonlyMap<string, boolean>, askedAt: number) =>
        note([...saved].filter(([id]) => !wanted.has(id) && (changedAt.get(id) ?? 0) < askedAt)),
      noteChanged: (id: string, isSaved: boolean) => {
        changedAt.set(id, performance.now());
        note([[id, isSaved]]);
      },
    };
  });
  const value = useMemo(() => ({ known, ...notes }), [known, notes]);
  return <SavedJobsContext value={value}>{children}</SavedJobsContext>;
}

/** @throws {Error} outside the root. */
export function useSavedJobs(): SavedJobs {
  const savedJobs = use(SavedJobsContext);
  if (savedJobs === null) throw new Error('useSavedJobs needs a SavedJobsProvider');
  return savedJobs;
}
