import { type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router';
import { webRequestContext } from '#entry/web-request.ts';

/** A policy's result: stay on this page, or go to another one. */
export type Steering = { readonly stay: true } | { readonly stay: false; readonly path: string };

/** The page opens. */
export const stay: Steering = { stay: true };

/** Redirects to another page of this host. */
export function go(path: string): Steering {
  return { stay: false, path };
}

/** A policy: a pure function from session (null: signed out) and address to stay or go. It protects no data (B2, B3). */
export type Policy<Session> = (session: Session | null, url: URL) => Steering;

/** A policy as the middleware of its route: reads the request's one session, and redirects or opens the page. */
export function policyMiddleware<Session>(
  getSession: (context: Readonly<RouterContextProvider>) => Promise<Session | null>,
  policy: Policy<Session>,
): MiddlewareFunction<Response> {
  return async ({ context, url }) => {
    const steering = policy(await getSession(context), url);
    if (steering.stay) return;
    context.get(webRequestContext).onPolicyRedirect(new URL(steering.path, url).pathname);
    throw redirect(steering.path);
  };
}
