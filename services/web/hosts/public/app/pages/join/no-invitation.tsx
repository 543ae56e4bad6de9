import type { CurrentUserSession } from '@gatehouse/contract/wire';
import { Link } from 'react-router';
import { Entrance } from '#design/entrance.tsx';
import { withReturnTo } from '#journey/return-to.ts';
import { employerHome } from '#journey/user-homes.ts';
import { INVITATION_PATH } from '../../mail-link-paths.ts';

/** The page was opened without a link. */
export function NoInvitation() {
  return (
    <Entrance title="Join a company" lead="The link in an invitation opens this page.">
      <p>Open the link in your email again, or ask an owner of the company to send you a new invitation.</p>
      <p className="actions">
        <Link className="button" to="/jobs">
          Browse jobs
        </Link>
      </p>
    </Entrance>
  );
}

/** The API shows an invitation to signed-in callers only. The token stays in this tab during sign-in, and in this browser during sign-up. */
export function SignInFirst() {
  return (
    <Entrance title="Join a company" lead="You have been invited to hire for a company on Gatehouse.">
      <p>
        Sign in with the address that the invitation was sent to, and see the invitation before you accept it.
        Without an account, sign up first: the invitation opens after your first sign-in in this browser.
      </p>
      <p className="actions">
        <Link className="button primary" to={withReturnTo('/login', INVITATION_PATH)}>
          Sign in
        </Link>
        <Link className="button" to={withReturnTo('/signup', INVITATION_PATH)}>
          Sign up
        </Link>
      </p>
    </Entrance>
  );
}

/** Accepted, revoked, expired, or its inviter may no longer invite: the API does not report which. */
export function InvitationGone({ session }: { session: CurrentUserSession | null }) {
  const isMember = session !== null && session.employer_access.state !== 'none';
  return (
    <Entrance title="This invitation no longer works" lead="It was used or revoked, or it has expired.">
      <p>Ask an owner of the company to send you a new invitation.</p>
      <p className="actions">
        {isMember ? (
          <Link className="button" to={employerHome(session)}>
            Go to your company
          </Link>
        ) : (
          <Link className="button" to="/jobs">
            Browse jobs
          </Link>
        )}
      </p>
    </Entrance>
  );
}
