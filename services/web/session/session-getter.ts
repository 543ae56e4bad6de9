import type { CurrentAdminSession, CurrentUserSession } from '@gatehouse/contract/wire';
import { createContext, data, type MiddlewareFunction, type RouterContextProvider } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { readApi } from '#api/server-api.ts';
import { type WebRequest, webRequestContext } from '#entry/web-request.ts';
import { hasSessionCookie, type IdentitySystem } from './session-cookie.ts';
import { isAdminSession, isUserSession } from './session-shape.ts';

/** The session of each identity system. */
export interface Sessions {
  readonly user: CurrentUserSession;
  readonly admin: CurrentAdminSession;
}

/** What the error display gets when the session could not be read: an error, and never "signed out" (W3, E4). */
export interface SessionUnreadable {
  readonly kind: 'session_unreadable';
  /** The API's status; 0 when it could not be reached. */
  readonly apiStatus: number;
  readonly traceId: string;
}

type SessionGetter<System extends IdentitySystem> = () => Promise<Sessions[System] | null>;

const userSessionContext = createContext<SessionGetter<'user'>>();
const adminSessionContext = createContext<SessionGetter<'admin'>>();

/**
 * The session of this request. The first caller starts the one API call and later callers share it (W2, B4).
 * @returns null for a signed-out visitor.
 * @throws {Response} for the error display when the session could not be read (W3).
 */
export function getUserSession(context: Readonly<RouterContextProvider>): Promise<CurrentUserSession | null> {
  return context.get(userSessionContext)();
}

/** The same for the team host. */
export function getAdminSession(
  context: Readonly<RouterContextProvider>,
): Promise<CurrentAdminSession | null> {
  return context.get(adminSessionContext)();
}

/** Root middleware of the public host: stores the getter and asks nothing (W2). */
export const storeUserSessionGetter: MiddlewareFunction<Response> = ({ context }) => {
  const webRequest = context.get(webRequestContext);
  context.set(
    userSessionContext,
    once(() =>
      readSession(webRequest, 'user', isUserSession, () =>
        readApi(webRequest, 'UserSessionService.GetCurrentUserSession', {}),
      ),
    ),
  );
};

/** Root middleware of the team host. */
export const storeAdminSessionGetter: MiddlewareFunction<Response> = ({ context }) => {
  const webRequest = context.get(webRequestContext);
  context.set(
    adminSessionContext,
    once(() =>
      readSession(webRequest, 'admin', isAdminSession, () =>
        readApi(webRequest, 'AdminSessionService.GetCurrentAdminSession', {}),
      ),
    ),
  );
};

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= read();
    return result;
  };
}

/**
 * W1: no API call without the cookie. W3: 200 with a session is the session, 401 is null, and everything else is an error,
 * also a 200 without a session: an empty body signs no user out.
 */
export async function readSession<T>(
  webRequest: Pick<WebRequest, 'cookie' | 'traceId' | 'onSessionCall' | 'onApiFailure'>,
  system: IdentitySystem,
  isSession: (body: unknown) => body is T,
  read: () => Promise<ApiAnswer<unknown>>,
): Promise<T | null> {
  if (!hasSessionCookie(webRequest.cookie, system)) return null;
  webRequest.onSessionCall();
  const answer = await read();
  if (answer.ok && isSession(answer.data)) return answer.data;
  const { status, traceId } = answer.ok ? { status: 200, traceId: null } : answer.refusal;
  if (status === 401) return null; // A2: only 401 means signed out
  // Outages are reported where the API is called; every other answer to a session read is as unexpected (E1).
  if (status !== 0 && status < 500) webRequest.onApiFailure({ endpoint: 'session', status });
  const unreadable: SessionUnreadable = {
    kind: 'session_unreadable',
    apiStatus: status,
    traceId: traceId ?? webRequest.traceId,
  };
  throw data(unreadable, { status: status >= 500 || status === 0 ? 503 : 502 });
}
