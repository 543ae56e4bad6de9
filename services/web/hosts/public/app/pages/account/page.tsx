import type { UserSession } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  useFetcher,
  useLoaderData,
} from 'react-router';
import { formatMoment } from '../../../../../design/dates.ts';
import { FormBody } from '../../../../../design/fields.tsx';
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
  const fetcher = useFetcher<typeof clientAction>();
  return (
    <section className="card">
      <h2>Where you are signed in</h2>
      <fetcher.Form method="post">
        <FormBody refusal={fetcher.data?.refusal}>
          <ul>
            {items.map(({ id, current, user_agent, address, last_seen_at }) => (
              <li key={id}>
                <p>
                  {describeDevice(user_agent)} {current ? <Badge tone="good">this one</Badge> : null}
                  <br />
                  <small>
                    {address}, last used {formatMoment(last_seen_at)}
                  </small>
                </p>
                {current ? null : (
                  <button type="submit" name="id" value={id}>
                    Sign out there
                  </button>
                )}
              </li>
            ))}
          </ul>
          {items.length > 1 ? (
            <button type="submit" className="bad">
              Sign out everywhere else
            </button>
          ) : null}
        </FormBody>
      </fetcher.Form>
    </section>
  );
}
