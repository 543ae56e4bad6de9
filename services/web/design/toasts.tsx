import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import type { Words } from './toast.tsx';

const SHOWN_MILLIS = { plain: 6000, bad: 15_000 };

/** The place where toasts show and are read out: loaded on demand, never rendered on the server. */
export function Toasts({
  waiting,
  onTaken,
}: {
  /** What has been said since the last `onTaken`. */
  waiting: readonly Words[];
  onTaken: (taken: readonly Words[]) => void;
}) {
  return (
    <Toast.Provider>
      <TakeWaiting waiting={waiting} onTaken={onTaken} />
      <Toast.Portal>
        <Toast.Viewport className="toast-place" role="status">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function TakeWaiting({ waiting, onTaken }: Parameters<typeof Toasts>[0]) {
  const { add } = Toast.useToastManager();
  useEffect(() => {
    if (waiting.length === 0) return;
    for (const { words, tone } of waiting) {
      add({
        title: words,
        type: tone,
        timeout: SHOWN_MILLIS[tone],
        priority: tone === 'bad' ? 'high' : 'low',
      });
    }
    onTaken(waiting);
  }, [waiting, add, onTaken]);
  return null;
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast">
      <Toast.Content className="toast-content">
        <Toast.Title render={<p />} />
        <Toast.Close className="toast-close" aria-label="Dismiss">
          <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d="M6 6l12 12M18 6L6 18" />
          </svg>
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
