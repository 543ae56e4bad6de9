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
import { withReturnTo } from '#journey/return-to.ts';
import { useReloadOnNewLink } from '#journey/use-reload-on-new-link.ts';
import { announceSessionChange, wantReload } from '#session/reload.ts';
import { INVITATION_PATH } from '../../mail-link-paths.ts';
import { useIdentitiesUserSession } from '../../session-hook.ts';
import { signUserOut } from '../../sign-user-out.ts';
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
    switch_account: () =>
      signUserOut(request.signal, { keep: invitationToken, to: withReturnTo('/login', INVITATION_PATH) }),
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
  useReloadOnNewLink();
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
