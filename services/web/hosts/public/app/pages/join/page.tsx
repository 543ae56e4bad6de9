import { useEffect } from 'react';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { callApi } from '#api/browser-api.ts';
import { formAction } from '#api/form-action.ts';
import { loadPage } from '#api/load-page.ts';
import type { PageHandle } from '#api/page-reads.ts';
import { actionResult } from '#api/page-result.ts';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { announceSessionChange, announceSignOut, useReload, wantReload } from '#session/reload.ts';
import { useIdentitiesUserSession } from '../../session-hook.ts';
import { invitationToken } from './invitation-token.ts';
import { InvitationGone, NoInvitation, SignInFirst } from './no-invitation.tsx';
import { OpenInvitation } from './open-invitation.tsx';

const TITLE = 'Join a company';

export const handle = {
  readsNothingAhead: 'the token is in the fragment, or kept from an earlier page',
} satisfies PageHandle;

export { notIndexed as meta } from '../not-indexed.ts';

/** Shows the invitation and accepts nothing: that takes a button (G4). */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const token = invitationToken.read();
  if (token === null || token === '') return { answer: null, isRefused: invitationToken.isRefused() };
  const input = { invitation_token: token };
  const answer = await loadPage('InvitationLookupService.LookUpInvitation', input, request);
  if (isGone(answer)) invitationToken.unshare();
  return { answer, isRefused: false };
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  const token = invitationToken.read() ?? '';
  return formAction(request, {
    accept: () => accept(token, request.signal),
    switch_account: () => switchAccount(token, request.signal),
  });
}

async function accept(invitation_token: string, signal: AbortSignal) {
  const answer = await callApi('OrgMembershipService.CreateOrgMembership', { invitation_token }, signal);
  if (isGone(answer)) invitationToken.unshare();
  if (!answer.ok) return actionResult(answer);
  invitationToken.forget();
  announceSessionChange();
  wantReload();
  return redirect('/employer');
}

async function switchAccount(token: string, signal: AbortSignal) {
  const answer = await callApi('UserSessionService.DeleteCurrentUserSession', {}, signal);
  if (!answer.ok) return actionResult(answer);
  announceSignOut();
  // It has deleted what this browser kept.
  invitationToken.keep(token);
  wantReload();
  return redirect('/login?return_to=/join');
}

/** Whether the link never works again. 400: it was cut off on its way. */
function isGone(answer: ApiAnswer<unknown>): boolean {
  return !answer.ok && [400, 410].includes(answer.refusal.status);
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} shape="form" />;
}

/** Where the link of an invitation leads. Public: the API decides what the holder of the token sees. */
export default function JoinPage() {
  const { answer, isRefused } = useLoaderData<typeof clientLoader>();
  const session = useIdentitiesUserSession();
  const reload = useReload();
  // A second link, opened in the same tab, changes the fragment alone.
  useEffect(() => {
    addEventListener('hashchange', reload);
    return () => removeEventListener('hashchange', reload);
  }, [reload]);
  if (answer === null) return isRefused ? <InvitationGone session={session} /> : <NoInvitation />;
  if (!answer.ok && (session === null || answer.refusal.status === 401)) return <SignInFirst />;
  if (isGone(answer)) return <InvitationGone session={session} />;
  return (
    <PageData title={TITLE} answer={answer}>
      {(invitation) =>
        session === null ? <SignInFirst /> : <OpenInvitation invitation={invitation} session={session} />
      }
    </PageData>
  );
}
