import type { CurrentUserSession } from '@gatehouse/contract/wire';
import { useRouteLoaderData } from 'react-router';

/** What the root loader returns. */
export interface RootData {
  readonly identitiesUserSession: CurrentUserSession | null;
}

/**
 * The user's session as the root loader last read it; null: signed out. It only reads (W5), and it is a hint: the API
 * decides on each request (B7).
 * @throws {Error} where the root loader has not run: unknown is not signed out.
 */
export function useIdentitiesUserSession(): CurrentUserSession | null {
  const loaderData = useRouteLoaderData<() => RootData>('root');
  if (loaderData === undefined) throw new Error('the root loader has not run');
  return loaderData.identitiesUserSession;
}
