import type { UserSession } from '@gatehouse/contract/wire';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { ConfirmChange } from '../../../../../design/confirm-change.tsx';
import { formatMoment } from '../../../../../design/dates.ts';
import { Badge, Page, PageSkeleton } from '../../../../../design/page.tsx';
import { PageData } from '../../../../../design/page-data.tsx';
import { loadPage } from '../../../../../session/load-page.ts';
import { sendWrite } from '../../../../../session/page-result.ts';
import { useIdentitiesUserSession } from '../../session-hook.ts';
import { describeDevice } from './describe-device.ts';

const TITLE = 'Your account';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return { answer: await loadPage('UserSessionService.ListUserSessions', {}, request.signal) };
}

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const id = (await request.formData()).get('id');
  return typeof id === 'string'
    ? sendWrite('UserSessionService.DeleteUserSession', { id }, request.signal)
    : sendWrite('UserSessionService.DeleteOtherUserSessions', {}, request.signal);
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function AccountPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const session = useIdentitiesUserSession();
  return (
    <PageData title={TITLE} answer={answer}>
      {({ items }) => (
        <Page title={TITLE}>
          <div className="grid-2">
            <section className="card">
              <h2>You</h2>
              <dl className="facts-list">
                <dt>Name</dt>
                <dd>{session?.identities_user.name}</dd>
                <dt>E-mail</dt>
                <dd>{session?.identities_user.email}</dd>
              </dl>
            </section>
            <Sessions items={items} />
          </div>
        </Page>
      )}
    </PageData>
  );
}

function Sessions({ items }: { items: readonly UserSession[] }) {
  return (
    <section className="card">
      <h2>Where you are signed in</h2>
      <ul className="sessions">
        {items.map(({ id, current, user_agent, address, last_seen_at }) => (
          <li key={id}>
            <p>
              {describeDevice(user_agent)} {current ? <Badge tone="good">this one</Badge> : null}
              <small>
                {address}, last used {formatMoment(last_seen_at)}
              </small>
            </p>
            {current ? null : (
              <ConfirmChange
                label="Sign out there"
                about={describeDevice(user_agent)}
                title={`Sign out ${describeDevice(user_agent)}?`}
                fields={{ id }}
                done="That session has ended."
              >
                <p>Whoever uses it is asked for your password at the next click.</p>
              </ConfirmChange>
            )}
          </li>
        ))}
      </ul>
      {items.length > 1 ? (
        <ConfirmChange
          label="Sign out everywhere else"
          about="every other session"
          title="Sign out everywhere else?"
          tone="bad"
          fields={{}}
          done="Only this session is left."
        >
          <p>Every session but this one ends.</p>
        </ConfirmChange>
      ) : null}
    </section>
  );
}
