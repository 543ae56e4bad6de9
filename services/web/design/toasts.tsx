import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';

/** One sentence for the user. */
export interface ToastMessage {
  readonly text: string;
  /** A failure is announced immediately and shown for longer. */
  readonly tone: 'plain' | 'bad';
}

const SHOWN_MILLIS = { plain: 6000, bad: 15_000 };

/** Shows and announces toasts: loaded on demand, never rendered on the server. */
export function Toasts({
  queue,
  onTaken,
}: {
  /** Messages since the last `onTaken`. */
  queue: readonly ToastMessage[];
  onTaken: (taken: readonly ToastMessage[]) => void;
}) {
  return (
    <Toast.Provider limit={2}>
      <TakeQueue queue={queue} onTaken={onTaken} />
      <Toast.Portal>
        <Toast.Viewport className="toast-place" role="status">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function TakeQueue({ queue, onTaken }: Parameters<typeof Toasts>[0]) {
  const { add } = Toast.useToastManager();
  useEffect(() => {
    if (queue.length === 0) return;
    for (const { text, tone } of queue) {
      add({
        title: text,
        type: tone,
        timeout: SHOWN_MILLIS[tone],
        priority: tone === 'bad' ? 'high' : 'low',
      });
    }
    onTaken(queue);
  }, [queue, add, onTaken]);
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
