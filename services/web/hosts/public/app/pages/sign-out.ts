import { type ClientActionFunctionArgs, redirect } from 'react-router';
import { formAction } from '#api/form-action.ts';
import type { KeptToken } from '#journey/kept-token.ts';
import { EMAIL_CHANGE_PATH, INVITATION_PATH } from '../mail-link-paths.ts';
import { signUserOut } from '../sign-user-out.ts';
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
 * Signs out. On the page of a mail's link the user stays there, as a visitor: the token is in no address, this tab alone keeps it,
 * and only the account that it is for can use it.
 */
export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    sign_out: () => {
      const { pathname } = location;
      const link = LINKS[pathname];
      const isLinkOpen = link !== undefined && link.read() !== null;
      return signUserOut(request.signal, isLinkOpen ? { keep: link, to: pathname } : { to: '/' });
    },
  });
}
