import { useEffect, useState } from 'react';
import {
  type ClientActionFunctionArgs,
  Form,
  Link,
  redirect,
  useActionData,
  useNavigation,
} from 'react-router';
import { Entrance } from '../../../../../design/entrance.tsx';
import { FormBody } from '../../../../../design/form-body.tsx';
import { PageSkeleton } from '../../../../../design/page-skeleton.tsx';
import { callApi } from '../../../../../session/browser-api.ts';
import { actionResult } from '../../../../../session/page-result.ts';
import { announceSessionChange, wantReload } from '../../../../../session/reload.ts';
import { employerHome } from '../../../../../session/user-homes.ts';
import { useIdentitiesUserSession } from '../../session-hook.ts';
import { forgetInvitationToken, readInvitationToken } from './invitation-token.ts';

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const invitation_token = readInvitationToken() ?? '';
  const answer = await callApi(
    'OrgMembershipService.CreateOrgMembership',
    { invitation_token },
    request.signal,
  );
  if (!answer.ok) return actionResult(answer);
  forgetInvitationToken();
  announceSessionChange();
  wantReload();
  return redirect('/employer');
}

/** Where the link of an invitation leads. Open to everybody: the token alone says nothing about who reads this. */
export default function JoinPage() {
  const [token, setToken] = useState<string | null | undefined>(undefined);
  useEffect(() => setToken(readInvitationToken()), []);
  if (token === undefined) return <PageSkeleton title="Join a company" shape="form" />;
  if (token === null) {
    return (
      <Entrance title="Join a company" lead="This page is opened by the link in an invitation.">
        <p>Open the link in your mail again, or ask an owner of the company to send you another one.</p>
      </Entrance>
    );
  }
  return <Join />;
}

function Join() {
  const session = useIdentitiesUserSession();
  if (session === null) {
    return (
      <Entrance title="Join a company" lead="You have been invited to act for a company on Gatehouse.">
        <p>Sign in to accept, or make an account first and open the link in the mail again.</p>
        <p className="actions">
          <Link className="button primary" to="/login?return_to=/join">
            Sign in
          </Link>
          <Link className="button" to="/signup">
            Make an account
          </Link>
        </p>
      </Entrance>
    );
  }
  return <Accept name={session.identities_user.name} home={employerHome(session)} />;
}

function Accept({ name, home }: { name: string; home: string }) {
  const result = useActionData<typeof clientAction>();
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Entrance
      title="Join a company"
      lead={`You are signed in as ${name}. Whoever belongs to the company will see your name and address.`}
    >
      <Form method="post" className="card">
        <FormBody refusal={result?.refusal}>
          <Advice code={result?.refusal?.code ?? null} home={home} />
          <button type="submit" className="primary" disabled={isBusy}>
            {isBusy ? 'Joining …' : 'Join'}
          </button>
        </FormBody>
      </Form>
    </Entrance>
  );
}

/** What the person can do about a refusal. */
function Advice({ code, home }: { code: string | null; home: string }) {
  if (code === 'token_invalid') {
    return <p>Invitations work once, for 7 days. Ask an owner of the company to send you another one.</p>;
  }
  if (code === 'org_membership_exists') {
    return (
      <p>
        A person acts for one company. <Link to={home}>Yours</Link> stays as it is, and the invitation stays
        open for somebody else.
      </p>
    );
  }
  return null;
}
