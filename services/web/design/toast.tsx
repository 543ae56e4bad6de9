import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';

const SHOWN_MILLIS = 6000;

const SayContext = createContext<(words: string) => void>(() => undefined);

/** Says in one sentence that something has been done, where the change itself is easily overlooked. */
export function useToast(): (words: string) => void {
  return use(SayContext);
}

/** Around the pages of a host: keeps the one place where toasts show and are read out. */
export function ToastPlace({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<{ words: string } | null>(null);
  const say = useCallback((words: string) => setToast({ words }), []);
  useEffect(() => {
    if (toast === null) return;
    const timer = setTimeout(() => setToast(null), SHOWN_MILLIS);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <SayContext value={say}>
      {children}
      <div className="toast-place" role="status">
        {toast === null ? null : <p className="toast">{toast.words}</p>}
      </div>
    </SayContext>
  );
}
