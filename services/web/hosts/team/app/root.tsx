import type { CurrentAdminSession } from '@gatehouse/contract/wire';
import type { ReactNode } from 'react';
import { type LoaderFunctionArgs, NavLink, Outlet, useLoaderData, useRouteLoaderData } from 'react-router';
import { AccountMenu } from '#design/account-menu.tsx';
import { Brand } from '#design/brand.tsx';
import { ADMIN_ROLE_LABELS } from '#design/labels.ts';
import { LeaveGuard } from '#design/leave-guard.tsx';
import { ListMemory } from '#design/list-memory.tsx';
import { Document } from '#entry/document.tsx';
import { refuseForms } from '#entry/page-problem.ts';
import { RootError } from '#entry/root-error.tsx';
import { SignInAgain } from '#entry/sign-in-again.tsx';
import { keepShown } from '#session/keep-shown.ts';
import { markUnreachable } from '#session/mark-unreachable.ts';
import { useReloadOnSessionChange, useRootLoaderRan } from '#session/reload.ts';
import { getAdminSession, storeAdminSessionGetter } from '#session/session-getter.ts';
import type { RootData } from './session-hook.ts';

export { shouldRevalidate } from '#session/should-revalidate.ts';

export const middleware = [refuseForms, storeAdminSessionGetter];
export const clientMiddleware = [keepShown, markUnreachable];

/** The only owner of the session on this host (W5). */
export async function loader({ context }: LoaderFunctionArgs): Promise<RootData> {
  return { identitiesAdminSession: await getAdminSession(context) };
}

export function Layout({ children }: { children: ReactNode }) {
  return <Document host="team">{children}</Document>;
}

export default function Root() {
  const loaderData = useLoaderData<typeof loader>();
  useRootLoaderRan(loaderData);
  useReloadOnSessionChange();
  const account = loaderData.identitiesAdminSession?.identities_admin ?? null;
  return (
    <>
      <LeaveGuard />
      <SignInAgain system="admin" account={account} />
      <SiteHeader session={loaderData.identitiesAdminSession} />
      <main id="main" tabIndex={-1}>
        {/* Another admin's page starts empty: it must not send what this one has entered. */}
        <ListMemory key={account?.id}>
          <Outlet />
        </ListMemory>
      </main>
      <SiteFooter />
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
      <SiteFooter />
    </>
  );
}

function SiteHeader({ session }: { session: CurrentAdminSession | null | undefined }) {
  return (
    <header className="site-header">
      <div>
        <Brand name="Gatehouse team" />
        {session == null ? null : (
          <nav className="site-nav" aria-label="Main">
            <NavLink to="/requests">Requests</NavLink>
            <NavLink to="/reports">Reports</NavLink>
            <NavLink to="/companies">Companies</NavLink>
            <NavLink to="/people">Users</NavLink>
            <NavLink to="/staff">Staff</NavLink>
            <NavLink to="/audit">Audit trail</NavLink>
            <NavLink to="/statistics">Statistics</NavLink>
          </nav>
        )}
        {session == null ? null : (
          <AccountMenu
            account={{
              name: session.identities_admin.name,
              about: `${session.identities_admin.email}, ${ADMIN_ROLE_LABELS[session.identities_admin.role]}`,
              pages: [{ to: '/account', title: 'Your sign-in' }],
            }}
          />
        )}
      </div>
    </header>
  );
}

function SiteFooter() {
  return (
    <footer className="site-footer">
      <div>
        <p>Gatehouse team. Every change is recorded in the audit trail with your name.</p>
      </div>
    </footer>
  );
}
