import type { OwnAdminSession, UserSession } from '@gatehouse/contract/wire';
import type { ReactNode } from 'react';
import { ConfirmChange } from './confirm-change.tsx';
import { formatMoment } from './dates.ts';
import { Moment, useTimeZone } from './local-time.tsx';
import { Badge } from './page.tsx';

type ListedSession = Pick<
  UserSession & OwnAdminSession,
  'id' | 'current' | 'device' | 'place' | 'address' | 'last_seen_at'
>;

/** The caller's own sessions, each but the present one with its end. The page's action has the intent `end_session`. */
export function SessionList<Session extends ListedSession>({
  sessions,
  description,
  children,
  beside,
}: {
  sessions: readonly Session[];
  /** What the end of a session means. */
  description: string;
  /** Further fields of each form. */
  children?: ReactNode;
  /** Further actions of a session. */
  beside?: (session: Session) => ReactNode;
}) {
  const zone = useTimeZone();
  return (
    <ul className="sessions">
      {sessions.map((session) => {
        const { id, current, place, address, last_seen_at } = session;
        const device = deviceLabel(session.device);
        // The time tells it from another session of the same browser.
        const about = `${device}, last active ${formatMoment(last_seen_at, zone)}`;
        return (
          <li key={id}>
            <p>
              {device} {current ? <Badge tone="good">This session</Badge> : null}
              <small>
                {place === '' ? address : place}, last active <Moment at={last_seen_at} />
              </small>
            </p>
            {current ? null : (
              <div className="actions">
                <ConfirmChange
                  label="Sign out"
                  about={about}
                  title={`Sign out ${device}?`}
                  intent="end_session"
                  fields={{ id }}
                  done="Session ended."
                  gone="This session has already ended."
                  description={`${about}. ${description}`}
                >
                  {children}
                </ConfirmChange>
                {beside?.(session)}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A browser, in words. */
export function deviceLabel(device: string): string {
  return device === '' ? 'Unknown browser' : device;
}
