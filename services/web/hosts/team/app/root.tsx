import type { CurrentAdminSession } from '@gatehouse/contract/wire';
import type { ReactNode } from 'react';
import {
  type LoaderFunctionArgs,
  NavLink,
  Outlet,
  useFetcher,
  useLoaderData,
  useRouteLoaderData,
} from 'react-router';
import { Brand } from '../../../design/brand.tsx';
import { Document } from '../../../design/document.tsx';
import { Badge } from '../../../design/page.tsx';
import { RootError } from '../../../design/root-error.tsx';
import { ToastPlace } from '../../../design/toast.tsx';
import type { ActionResult } from '../../../session/page-result.ts';
import { useReloadOnSessionChange, useRootLoaderRan } from '../../../session/reload.ts';
import { getAdminSession, storeAdminSessionGetter } from '../../../session/session-getter.ts';

export { shouldRevalidate } from '../../../session/should-revalidate.ts';

export const middleware = [storeAdminSessionGetter];

/** The only owner of the session on this host (W5). */
export async function loader({ context }: LoaderFunctionArgs) {
  return { identitiesAdminSession: await getAdminSession(context) };
}

export function Layout({ children }: { children: ReactNode }) {
  return <Document host="team">{children}</Document>;
}

export default function Root() {
  const loaderData = useLoaderData<typeof loader>();
  useRootLoaderRan(loaderData);
  useReloadOnSessionChange();
  return (
    <>
      <SiteHeader session={loaderData.identitiesAdminSession} />
      <ToastPlace>
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </ToastPlace>
    </>
  );
}

export function ErrorBoundary() {
  // After a failed session read there is no copy: that is "unknown", not "signed out" (W3).
  const loaderData = useRouteLoaderData<typeof loader>('root');
  return (
    <>
      <SiteHeader session={loaderData?.identitiesAdminSession} />
      <RootError />
    </>
  );
}

function SiteHeader({ session }: { session: CurrentAdminSession | null | undefined }) {
  return (
    <header className="site-header">
      <div>
        <Brand name="Gatehouse team" />
        <nav className="site-nav" aria-label="Main">
          {session == null ? null : (
            <>
              <NavLink to="/companies">Companies</NavLink>
              <NavLink to="/people">People</NavLink>
              <NavLink to="/audit">Audit trail</NavLink>
            </>
          )}
        </nav>
        {session == null ? null : (
          <div className="person">
            <span>
              {session.identities_admin.name} <Badge>{session.identities_admin.role}</Badge>
            </span>
            <SignOut />
          </div>
        )}
      </div>
    </header>
  );
}

function SignOut() {
  const fetcher = useFetcher<ActionResult>();
  return (
    <fetcher.Form method="post" action="/sign-out">
      <button type="submit" className="link" disabled={fetcher.state !== 'idle'}>
        {fetcher.data?.refusal === undefined ? 'Sign out' : 'Sign out (failed, try again)'}
      </button>
    </fetcher.Form>
  );
}
