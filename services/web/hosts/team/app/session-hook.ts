import type { CurrentAdminSession } from '@gatehouse/contract/wire';
import { useRouteLoaderData } from 'react-router';

/** What the root loader returns. */
export interface RootData {
  readonly identitiesAdminSession: CurrentAdminSession | null;
}

/**
 * The admin's session as the root loader last read it; null: signed out. It only reads (W5), and it is a hint: the API
 * decides on each request (B7).
 * @throws {Error} where the root loader has not run: unknown is not signed out.
 */
export function useIdentitiesAdminSession(): CurrentAdminSession | null {
  const loaderData = useRouteLoaderData<() => RootData>('root');
  if (loaderData === undefined) throw new Error('the root loader has not run');
  return loaderData.identitiesAdminSession;
}
