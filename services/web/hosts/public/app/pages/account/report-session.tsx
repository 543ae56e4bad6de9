import { redirect } from 'react-router';
import { callApiSignedIn } from '#api/call-signed-in.ts';
import type { FormValues } from '#api/form-values.ts';
import { actionResult } from '#api/page-result.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { formatMoment } from '#design/dates.ts';
import { useTimeZone } from '#design/local-time.tsx';
import { deviceLabel } from '#design/session-list.tsx';
import { announceSignOut, wantReload } from '#session/reload.ts';

/** Reports a session as another person's, which ends this one, too. */
export async function reportSession(form: FormValues, signal: AbortSignal) {
  const answer = await callApiSignedIn(
    'UserSessionService.ReportUserSession',
    { id: form.text('id') },
    signal,
  );
  if (!answer.ok) return actionResult(answer);
  announceSignOut();
  wantReload();
  // By address: this page starts again when the session is gone.
  return redirect('/reset-password?reported');
}

/** Beside a session or its sign-in. @param at its time, which tells it from others of the same browser. */
export function NotMe({ sessionId, device, at }: { sessionId: string; device: string; at: string }) {
  const about = `${deviceLabel(device)}, ${formatMoment(at, useTimeZone())}`;
  return (
    <ConfirmChange
      label="This wasn’t me"
      about={about}
      title="Secure your account?"
      tone="bad"
      intent="report_session"
      fields={{ id: sessionId }}
      done="Your account is secured."
      description={`You report: ${about}. This ends all your sessions, including this one, and your password stops working. Passkeys added and invitations sent since that sign-in are removed, and a scheduled deletion of your account is cancelled. We will email you a link to set a new password.`}
    />
  );
}
