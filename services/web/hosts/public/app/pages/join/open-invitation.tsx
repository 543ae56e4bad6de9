import type { CurrentUserSession, InvitationLookup } from '@gatehouse/contract/wire';
import { Form, Link, useActionData } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';
import { Entrance } from '#design/entrance.tsx';
import { FormBody } from '#design/form-body.tsx';
import { Day } from '#design/local-time.tsx';
import { SubmitButton, useIsSending } from '#design/submit-button.tsx';
import { employerHome } from '#journey/user-homes.ts';

/** A valid invitation: its details, and what this user can do with it. */
export function OpenInvitation({
  invitation,
  session,
}: {
  invitation: InvitationLookup;
  session: CurrentUserSession;
}) {
  const { company_name, invited_by_name } = invitation;
  return (
    <Entrance
      title={`Join ${company_name}`}
      lead={`${invited_by_name} invites you to hire for ${company_name}.`}
    >
      <div className="stack">
        <section className="card" aria-labelledby="invitation">
          <h2 id="invitation">Invitation</h2>
          <Facts invitation={invitation} />
        </section>
        <NextStep invitation={invitation} session={session} />
      </div>
    </Entrance>
  );
}

function Facts({ invitation }: { invitation: InvitationLookup }) {
  const { company_name, role, invited_by_name, email, expires_at } = invitation;
  return (
    <dl className="facts-list">
      <dt>Company</dt>
      <dd dir="auto">{company_name}</dd>
      <dt>Role</dt>
      <dd>
        {role === 'owner'
          ? 'Owner: can manage the company and its members'
          : 'Member: can manage job posts and applications'}
      </dd>
      <dt>Invited by</dt>
      <dd dir="auto">{invited_by_name}</dd>
      <dt>Sent to</dt>
      <dd>{email}</dd>
      <dt>Expires</dt>
      <dd>
        <Day at={expires_at} />
      </dd>
    </dl>
  );
}

function NextStep({ invitation, session }: { invitation: InvitationLookup; session: CurrentUserSession }) {
  if (!invitation.is_for_caller) {
    return <OtherAddress invitedEmail={invitation.email} ownEmail={session.identities_user.email} />;
  }
  if (session.employer_access.state !== 'none') return <AlreadyMember home={employerHome(session)} />;
  return <Accept />;
}

function Accept() {
  const result = useActionData<ActionResult>();
  const isBusy = useIsSending();
  const code = result?.refusal?.code;
  return (
    <Form method="post" className="card">
      <FormBody intent="accept" refusal={result?.refusal}>
        {code === 'token_invalid' ? (
          <p>Ask an owner of the company to send you a new invitation.</p>
        ) : (
          <p>Members of the company will see your name and email address.</p>
        )}
        <SubmitButton className="primary" isBusy={isBusy} busyLabel="Accepting…">
          Accept invitation
        </SubmitButton>
      </FormBody>
    </Form>
  );
}

function OtherAddress({ invitedEmail, ownEmail }: { invitedEmail: string; ownEmail: string }) {
  const result = useActionData<ActionResult>();
  const isBusy = useIsSending();
  return (
    <Form method="post" className="card">
      <FormBody intent="switch_account" refusal={result?.refusal}>
        <p>
          This invitation was sent to <strong>{invitedEmail}</strong>. You are signed in as{' '}
          <strong>{ownEmail}</strong>. Sign in with the invited address to accept it.
        </p>
        <SubmitButton className="primary" isBusy={isBusy} busyLabel="Signing out…">
          Sign out and use the invited address
        </SubmitButton>
      </FormBody>
    </Form>
  );
}

function AlreadyMember({ home }: { home: string }) {
  return (
    <div className="card">
      <p>
        You already belong to a company. You can belong to only one, so you cannot accept this invitation.
      </p>
      <p className="actions">
        <Link className="button" to={home}>
          Go to your company
        </Link>
      </p>
    </div>
  );
}
