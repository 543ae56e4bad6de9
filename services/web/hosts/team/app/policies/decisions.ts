import type { CurrentAdminSession } from '@gatehouse/contract/wire';
import { go, type Policy, stay } from '#journey/policy.ts';
import { loginPath, safeReturnTo } from '#journey/return-to.ts';

type AdminPolicy = Policy<CurrentAdminSession>;

/** `/login`: redirects a signed-in admin to `return_to`, or home. */
export const signedOutPolicy: AdminPolicy = (session, url) =>
  session === null ? stay : go(safeReturnTo(url.searchParams.get('return_to')) ?? '/');

/** Every other page of the team host requires an admin. */
export const adminPolicy: AdminPolicy = (session, url) => (session === null ? go(loginPath(url)) : stay);
