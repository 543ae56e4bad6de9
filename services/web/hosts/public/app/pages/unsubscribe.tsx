import { type ClientActionFunctionArgs, Link, useFetcher } from 'react-router';
import { callApi } from '#api/browser-api.ts';
import { formAction } from '#api/form-action.ts';
import { type ActionResult, actionResult } from '#api/page-result.ts';
import { Entrance } from '#design/entrance.tsx';
import { FormBody } from '#design/form-body.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { SubmitButton } from '#design/submit-button.tsx';
import { useFragment } from '#journey/fragment-token.ts';
import { KINDS_OF_MAIL } from './account/notifications/kinds-of-mail.ts';

const TITLE = 'Stop these emails';
const SETTINGS = '/account/notifications/settings';
const SAVED_SEARCH = 'saved_search';

export { notIndexed as meta } from './not-indexed.ts';

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    unsubscribe: async (form) => {
      const input = { token: form.text('token') };
      const { signal } = request;
      return actionResult(await callApi('MailUnsubscriptionService.CreateMailUnsubscription', input, signal));
    },
  });
}

/** What the mails are about, by the fragment's `mails`, which the link in a mail has beside its token. */
const STOPPED: ReadonlyMap<string | null, { readonly label: string; readonly hint?: string }> = new Map([
  ...Object.entries(KINDS_OF_MAIL),
  [
    'digest',
    { ...KINDS_OF_MAIL.application_moved, label: 'Everything that you get once a day, in one email' },
  ],
  [SAVED_SEARCH, { label: 'New jobs for all your saved searches' }],
]);

/** Stops the kind of mail whose link opened it, on a click, never on load: link scanners open it, too. */
export default function UnsubscribePage() {
  const fragment = useFragment();
  if (fragment === undefined) return <PageSkeleton title={TITLE} shape="form" />;
  const token = fragment?.get('token') ?? '';
  if (token === '') {
    return (
      <Entrance title={TITLE} lead="The link in one of our emails opens this page.">
        <p>
          Open the link in that email again, or <Link to={SETTINGS}>choose your emails</Link> in your account.
        </p>
      </Entrance>
    );
  }
  return <Unsubscribe key={token} token={token} kind={fragment?.get('mails') ?? null} />;
}

/** @param props.kind of the mails; null: the link is of an earlier release. */
function Unsubscribe({ token, kind }: { token: string; kind: string | null }) {
  const fetcher = useFetcher<ActionResult>();
  const { data, state } = fetcher;
  if (data !== undefined && data.refusal === undefined) return <Unsubscribed kind={kind} />;
  if (data?.refusal?.code === 'token_invalid') return <Invalid kind={kind} />;
  return (
    <Entrance title={TITLE} lead={leadOf(kind)}>
      <fetcher.Form method="post" className="card">
        <FormBody intent="unsubscribe" refusal={data?.refusal}>
          <p>
            {kind === SAVED_SEARCH
              ? 'Your saved searches stay.'
              : 'The page “Notifications” still shows the news.'}{' '}
            Emails about your sign-in, about access and about a disabled company are always sent.
          </p>
          <Hint kind={kind} />
          <input type="hidden" name="token" value={token} />
          <SubmitButton className="primary" isBusy={state !== 'idle'} busyLabel="Stopping…">
            Stop these emails
          </SubmitButton>
        </FormBody>
      </fetcher.Form>
    </Entrance>
  );
}

/** The key that made the link has been replaced, or a part of the link is missing. */
function Invalid({ kind }: { kind: string | null }) {
  return (
    <Entrance
      title="This link no longer works"
      lead="No emails were stopped: the link is incomplete or too old."
    >
      <p>Open the link in a newer email, or choose in your account which emails you get.</p>
      <SettingsLink kind={kind} />
    </Entrance>
  );
}

/** Each saved search has a setting of its own. */
function SettingsLink({ kind }: { kind: string | null }) {
  return kind === SAVED_SEARCH ? (
    <Link className="button" to="/saved/searches">
      Your saved searches
    </Link>
  ) : (
    <Link className="button" to={SETTINGS}>
      Choose your emails
    </Link>
  );
}

function leadOf(kind: string | null): string {
  const mails = STOPPED.get(kind)?.label;
  return mails === undefined
    ? 'You will get no more emails of the kind whose link you have opened.'
    : `You will get no more emails of this kind: “${mails}”.`;
}

/** What is sent all the same, or what the user cannot do without these mails. */
function Hint({ kind }: { kind: string | null }) {
  const hint = STOPPED.get(kind)?.hint;
  return hint === undefined ? null : <p>{hint}</p>;
}

function Unsubscribed({ kind }: { kind: string | null }) {
  return (
    <Entrance title="These emails are stopped" lead={leadOf(kind)}>
      <Hint kind={kind} />
      <p>You can change this at any time in your account.</p>
      <SettingsLink kind={kind} />
    </Entrance>
  );
}
