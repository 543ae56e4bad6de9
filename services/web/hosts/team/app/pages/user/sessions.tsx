import type { AdminUser } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { FreshCodeField } from '../../changes/fresh-code-field.tsx';

/** The user's live sessions, and their end. */
export function Sessions({
  user: { id, name, session_count },
  mayChange,
}: {
  user: AdminUser;
  mayChange: boolean;
}) {
  return (
    <section className="card">
      <h2>Sessions</h2>
      <p>
        {session_count === 0
          ? 'No active sessions.'
          : session_count === 1
            ? '1 active session.'
            : `${session_count} active sessions.`}
      </p>
      {mayChange && session_count > 0 ? (
        <ConfirmChange
          label="Sign out everywhere"
          about={name}
          title={`Sign ${name} out everywhere?`}
          tone="bad"
          intent="end_sessions"
          fields={{ id }}
          done={`${name} is signed out everywhere.`}
          description="This ends all of their sessions immediately. They can sign in again."
        >
          <FreshCodeField />
        </ConfirmChange>
      ) : null}
    </section>
  );
}
