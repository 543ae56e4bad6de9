import type { CurrentUserSession } from '@gatehouse/contract/wire';
import { useEffect, useState } from 'react';
import { NavLink } from 'react-router';
import { callApi } from '#api/browser-api.ts';

/** A tab that is looked at again asks no more often. */
const MIN_INTERVAL_MILLIS = 60_000;

/** The link to the notifications, with the number of unread ones once it is known. The page works without it. */
export function NotificationBell({ session }: { session: CurrentUserSession }) {
  const count = useUnreadCount(session);
  const label = count > 99 ? '99+' : String(count);
  return (
    <NavLink to="/account/notifications" className="bell">
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M18 16v-5a6 6 0 1 0-12 0v5l-2 2h16zM10 21h4" />
      </svg>
      <span className="visually-hidden">
        {count === 0 ? 'Notifications' : `Notifications, ${label} unread`}
      </span>
      {count === 0 ? null : (
        <span className="bell-count" aria-hidden="true">
          {label}
        </span>
      )}
    </NavLink>
  );
}

/** Reads the count after each run of the root loader, and so after each write, and when the tab is looked at again. */
function useUnreadCount(session: CurrentUserSession): number {
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object is the sign that the root loader has run.
  useEffect(() => {
    const left = new AbortController();
    let readAt = 0;
    const read = async () => {
      readAt = Date.now();
      try {
        const answer = await callApi('NotificationService.GetUnreadNotificationCount', {}, left.signal);
        if (answer.ok) setCount(answer.data.count);
      } catch (error) {
        if (!left.signal.aborted) throw error;
      }
    };
    const onVisibility = () => {
      if (document.visibilityState === 'visible' && Date.now() - readAt > MIN_INTERVAL_MILLIS) void read();
    };
    void read();
    document.addEventListener('visibilitychange', onVisibility, { signal: left.signal });
    return () => left.abort();
  }, [session]);
  return count;
}
