import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { useOnDemand } from './on-demand.ts';

/** One sentence for the person. */
export interface Words {
  readonly words: string;
  /** A failure is read out at once and waits longer. */
  readonly tone: 'plain' | 'bad';
}

/** Says a sentence. */
export type Say = (words: string, tone?: Words['tone']) => void;

const SayContext = createContext<Say | null>(null);

/**
 * Says in one sentence that something has been done, where the change itself is easily overlooked.
 * @throws {Error} outside the document.
 */
export function useToast(): Say {
  const say = use(SayContext);
  if (say === null) throw new Error('toasts stand inside a ToastPlace');
  return say;
}

const loadToasts = () => import('./toasts.tsx');

/** Around everything: keeps what is to be said, and fetches the place where it shows when something is. */
export function ToastPlace({ children }: { children: ReactNode }) {
  const { part, want } = useOnDemand(loadToasts);
  const [waiting, setWaiting] = useState<readonly Words[]>([]);
  const say = useCallback<Say>(
    (words, tone = 'plain') => {
      setWaiting((before) => [...before, { words, tone }]);
      want();
    },
    [want],
  );
  const onTaken = useCallback(
    (taken: readonly Words[]) => setWaiting((before) => before.filter((one) => !taken.includes(one))),
    [],
  );
  return (
    <SayContext value={say}>
      {children}
      {part === null ? null : <part.Toasts waiting={waiting} onTaken={onTaken} />}
    </SayContext>
  );
}
