import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { useOnDemand } from './on-demand.ts';
import type { ToastMessage } from './toasts.tsx';

/** Shows a sentence. */
export type ShowToast = (text: string, tone?: ToastMessage['tone']) => void;

const ToastContext = createContext<ShowToast | null>(null);

/**
 * Confirms a change in one sentence, where the change itself is easily overlooked.
 * @throws {Error} outside the document.
 */
export function useToast(): ShowToast {
  const showToast = use(ToastContext);
  if (showToast === null) throw new Error('useToast needs a ToastProvider');
  return showToast;
}

const loadToasts = () => import('./toasts.tsx');

/** Around the whole page: queues messages, and loads the code that shows them with the first one. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const { part, want } = useOnDemand(loadToasts);
  const [queue, setQueue] = useState<readonly ToastMessage[]>([]);
  const showToast = useCallback<ShowToast>(
    (text, tone = 'plain') => {
      setQueue((before) => [...before, { text, tone }]);
      want();
    },
    [want],
  );
  const onTaken = useCallback(
    (taken: readonly ToastMessage[]) =>
      setQueue((before) => before.filter((message) => !taken.includes(message))),
    [],
  );
  return (
    <ToastContext value={showToast}>
      {children}
      {part === null ? null : <part.Toasts queue={queue} onTaken={onTaken} />}
    </ToastContext>
  );
}
