import { etagOf, isLiveSession, newestFirst, type Queryable, statement } from '@gatehouse/boundary';
import type { StaffAccount } from '@gatehouse/contract';
import { presentRequest, REQUEST_COLUMNS, type StaffRequestRow } from './staff-request-row.ts';

/** An account with its open request, as the statements of this folder select it. */
export interface StaffAccountRow
  extends Pick<StaffAccount, 'id' | 'name' | 'email' | 'role' | 'condition' | 'session_count' | 'etag'> {
  readonly created_at: Date;
  readonly link_expires_at: Date | null;
  readonly has_app: boolean;
  readonly has_passkey: boolean;
}

const ACCOUNTS = `
  select a.id, a.name, a.email, a.role, case when a.disabled_at is null then 'active' else 'disabled' end as condition,
         a.created_at, ${etagOf('a.version')},
         exists (select from identity.admin_second_factors f where f.admin_id = a.id) as has_app,
         exists (select from identity.admin_passkeys p where p.admin_id = a.id) as has_passkey,
         (select max(e.expires_at) from identity.admin_enrolments e
           where e.admin_id = a.id and e.used_at is null and e.expires_at > now()) as link_expires_at,
         (select count(*)::int from identity.admin_sessions s
           where s.admin_id = a.id and ${isLiveSession('s')}
         ) as session_count
    from identity.admins a`;

/** The order of `LIST_ACCOUNTS`. */
export const NEWEST_ACCOUNTS = newestFirst('a.id');

/** Accounts after a sort key. */
export const LIST_ACCOUNTS = statement<StaffAccountRow>(
  'list_staff_accounts',
  `${ACCOUNTS} where ${NEWEST_ACCOUNTS.after(1)} ${NEWEST_ACCOUNTS.orderBy} limit $2`,
  { indexes: ['admins_pkey'] },
);

const FIND_ACCOUNT = statement<StaffAccountRow>('find_staff_account', `${ACCOUNTS} where a.id = $1`, {
  indexes: ['admins_pkey'],
});

const FIND_OPEN_REQUESTS = statement<StaffRequestRow>(
  'find_open_requests_of_staff_accounts',
  `${REQUEST_COLUMNS}
    where r.admin_id = any($1::uuid[]) and r.decided_at is null and r.expires_at > now()`,
  { indexes: ['staff_requests_open_idx'] },
);

/** Whether an admin has a second factor that sign-ins accept. @param isPasskeyRequired whether an app does not count. */
export function isEnrolled({ has_app, has_passkey }: StaffAccountRow, isPasskeyRequired: boolean): boolean {
  return has_passkey || (has_app && !isPasskeyRequired);
}

/** One account; undefined: there is none. */
export async function findAccount(read: Queryable, id: string): Promise<StaffAccountRow | undefined> {
  const [row] = await read.query(FIND_ACCOUNT, [id]);
  return row;
}

/** Accounts as staff see them, each with its open request. */
export async function presentAccounts(
  read: Queryable,
  rows: readonly StaffAccountRow[],
  isPasskeyRequired: boolean,
): Promise<StaffAccount[]> {
  const requests = await read.query(FIND_OPEN_REQUESTS, [rows.map(({ id }) => id)]);
  const byAccount = new Map(requests.map((request) => [request.account_id, request]));
  return rows.map((row) => present(row, byAccount.get(row.id), isPasskeyRequired));
}

/** One account as staff see it. */
export async function presentAccount(
  read: Queryable,
  row: StaffAccountRow,
  isPasskeyRequired: boolean,
): Promise<StaffAccount> {
  const [request] = await read.query(FIND_OPEN_REQUESTS, [[row.id]]);
  return present(row, request, isPasskeyRequired);
}

function present(
  row: StaffAccountRow,
  request: StaffRequestRow | undefined,
  isPasskeyRequired: boolean,
): StaffAccount {
  const { id, name, email, role, condition, link_expires_at, created_at, session_count, etag } = row;
  return {
    id,
    name,
    email,
    role,
    condition,
    enrolled: isEnrolled(row, isPasskeyRequired),
    ...(link_expires_at === null ? {} : { link_expires_at: link_expires_at.toISOString() }),
    created_at: created_at.toISOString(),
    session_count,
    ...(request === undefined ? {} : { open_request: presentRequest(request) }),
    etag,
  };
}
