import { type ClientActionFunctionArgs, redirect } from 'react-router';
import { callApi } from '#api/browser-api.ts';
import { formAction } from '#api/form-action.ts';
import { actionResult } from '#api/page-result.ts';
import type { KeptToken } from '#journey/kept-token.ts';
import { announceSignOut, wantReload } from '#session/reload.ts';
import { EMAIL_CHANGE_PATH, INVITATION_PATH } from '../mail-link-paths.ts';
import { emailChangeToken } from './email-change-token.ts';
import { invitationToken } from './join/invitation-token.ts';

/** Pages that a mail's link opens, for an account that may be another one than the one that is signed in. */
const LINKS: Readonly<Record<string, KeptToken>> = {
  [INVITATION_PATH]: invitationToken,
  [EMAIL_CHANGE_PATH]: emailChangeToken,
};

/** The address has no page of its own. */
export function loader() {
  return redirect('/');
}

/**
 * Signs out: the API ends the session and clears the cookie, then route data is reloaded. On the page of a mail's link the user stays
 * there, as a visitor: the token is in no address, this tab alone keeps it, and only the account that it is for can use it.
 */
export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    sign_out: async () => {
      const path = location.pathname;
      const link = LINKS[path];
      const token = link?.read() ?? null;
      const answer = await callApi('UserSessionService.DeleteCurrentUserSession', {}, request.signal);
      if (!answer.ok) return actionResult(answer);
      announceSignOut();
      wantReload();
      if (token === null) return redirect('/');
      // The sign-out has deleted it.
      link?.keep(token);
      return redirect(path);
    },
  });
}
