import type { CurrentUserSession } from '@gatehouse/contract/wire';
import type { ReactNode } from 'react';
import {
  Link,
  type LoaderFunctionArgs,
  NavLink,
  Outlet,
  useLoaderData,
  useLocation,
  useRouteLoaderData,
} from 'react-router';
import { AccountMenu } from '#design/account-menu.tsx';
import { Brand } from '#design/brand.tsx';
import { ContactAddress } from '#design/contact-address.tsx';
import { LeaveGuard } from '#design/leave-guard.tsx';
import { ListMemory } from '#design/list-memory.tsx';
import { Document } from '#entry/document.tsx';
import { refuseForms } from '#entry/page-problem.ts';
import { RootError } from '#entry/root-error.tsx';
import { SignInAgain } from '#entry/sign-in-again.tsx';
import { pathOf, safeReturnTo, withReturnTo } from '#journey/return-to.ts';
import { employerHome, talentHome } from '#journey/user-homes.ts';
import { keepShown } from '#session/keep-shown.ts';
import { markUnreachable } from '#session/mark-unreachable.ts';
import { useReloadOnSessionChange, useRootLoaderRan } from '#session/reload.ts';
import { getUserSession, storeUserSessionGetter } from '#session/session-getter.ts';
import { EMAIL_CHANGE_PATH, INVITATION_PATH } from './mail-link-paths.ts';
import { NotificationBell } from './notification-bell.tsx';
import { DeletionNotice } from './pages/account/keep-account.tsx';
import { SavedJobsProvider } from './saved-jobs/saved-jobs.tsx';
import { SendKeptSave } from './saved-jobs/send-kept-save.tsx';
import type { RootData } from './session-hook.ts';

export { shouldRevalidate } from '#session/should-revalidate.ts';

export const middleware = [refuseForms, storeUserSessionGetter];
export const clientMiddleware = [keepShown, markUnreachable];

/** The only owner of the session on this host (W5). */
export async function loader({ context }: LoaderFunctionArgs): Promise<RootData> {
  return { identitiesUserSession: await getUserSession(context) };
}

export function Layout({ children }: { children: ReactNode }) {
  return <Document host="public">{children}</Document>;
}

export default function Root() {
  const loaderData = useLoaderData<typeof loader>();
  useRootLoaderRan(loaderData);
  useReloadOnSessionChange();
  const session = loaderData.identitiesUserSession;
  const account = session?.identities_user ?? null;
  return (
    <>
      <LeaveGuard />
      <SignInAgain system="user" account={account} />
      <SiteHeader session={session} />
      {session?.deletion_due_at === undefined ? null : <DeletionNotice dueAt={session.deletion_due_at} />}
      <main id="main" tabIndex={-1}>
        {/* Another user's page starts empty: it must not send what this one has entered. */}
        <ListMemory key={account?.id}>
          <SavedJobsProvider>
            <SendKeptSave />
            <Outlet />
          </SavedJobsProvider>
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
      <SiteHeader session={loaderData?.identitiesUserSession} />
      <RootError />
      <SiteFooter />
    </>
  );
}

function SiteHeader({ session }: { session: CurrentUserSession | null | undefined }) {
  return (
    <header className="site-header">
      <div>
        <Brand name="Gatehouse" />
        <nav className="site-nav" aria-label="Main">
          <NavLink to="/jobs">Jobs</NavLink>
          {session == null ? null : (
            <>
              <NavLink to={talentHome(session)}>Talent</NavLink>
              <NavLink to={employerHome(session)}>Hire</NavLink>
            </>
          )}
        </nav>
        {session === undefined ? null : <AccountNav session={session} />}
      </div>
    </header>
  );
}

function SiteFooter() {
  return (
    <footer className="site-footer">
      <div>
        <p>Gatehouse, a talent marketplace with two doors.</p>
        <nav aria-label="Footer">
          <ul>
            <li>
              <Link to="/jobs">Find jobs</Link>
            </li>
            <li>
              <Link to="/employer">For companies</Link>
            </li>
            <li>
              <Link to="/privacy">Privacy</Link>
            </li>
            <li>
              <Link to="/terms">Terms</Link>
            </li>
            <li>
              <Link to="/accessibility">Accessibility</Link>
            </li>
            <li>
              <ContactAddress text="Contact us" />
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}

function AccountNav({ session }: { session: CurrentUserSession | null }) {
  const returnTo = useEntranceReturnTo();
  if (session === null) {
    // The new address is that of an account which exists: confirming it is of no use to another one.
    const returnToOfNewAccount = returnTo === EMAIL_CHANGE_PATH ? null : returnTo;
    return (
      <div className="account-nav">
        <NavLink to={withReturnTo('/login', returnTo)}>Sign in</NavLink>
        <Link className="button" to={withReturnTo('/signup', returnToOfNewAccount)}>
          Sign up
        </Link>
      </div>
    );
  }
  const { name, email } = session.identities_user;
  return (
    <>
      <NotificationBell session={session} />
      <AccountMenu account={{ name, about: email, pages: ACCOUNT_PAGES }} />
    </>
  );
}

/** From a page about a job, a search, or the page of a mail's link the way leads back to it; an entrance page passes on what it has. */
function useEntranceReturnTo(): string | null {
  const location = useLocation();
  // Not `useReturnTo`, which would be a file of its own of each first load.
  const passedOn = safeReturnTo(new URLSearchParams(location.search).get('return_to'));
  return RETURNS.test(pathOf(location)) ? pathOf(location) : passedOn;
}

/** The pages whose header leads back to them. */
const RETURNS = new RegExp(`^/(?:jobs[/?]|companies/)|^(?:${INVITATION_PATH}|${EMAIL_CHANGE_PATH})$`);

const ACCOUNT_PAGES = [
  { to: '/account', title: 'Your account' },
  { to: '/saved/jobs', title: 'Saved jobs' },
];
