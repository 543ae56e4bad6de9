import { type Queryable, statement } from '@gatehouse/boundary';

/** As long as ended sessions are kept. */
const REMEMBERED = "interval '90 days'";

const IS_FAMILIAR_TO_USER = statement<{ is_familiar: boolean }>(
  'is_address_familiar_to_user',
  `select exists (
     select 1 from identity.users u join identity.user_sessions s on s.user_id = u.id
      where u.email = $1 and s.address = $2 and s.created_at > now() - ${REMEMBERED}) as is_familiar`,
  { indexes: ['users_email_key', 'user_sessions_by_user_and_address_idx'] },
);

const IS_FAMILIAR_TO_ADMIN = statement<{ is_familiar: boolean }>(
  'is_address_familiar_to_admin',
  `select exists (
     select 1 from identity.admins a join identity.admin_sessions s on s.admin_id = a.id
      where a.email = $1 and s.address = $2 and s.created_at > now() - ${REMEMBERED}) as is_familiar`,
  { indexes: ['admins_email_key', 'admin_sessions_by_admin_and_address_idx'] },
);

/** Whether the user of an email address has recently signed in from a network address. */
export async function isAddressFamiliar(
  read: Queryable,
  system: 'user' | 'admin',
  email: string,
  address: string,
): Promise<boolean> {
  const statementOfSystem = system === 'user' ? IS_FAMILIAR_TO_USER : IS_FAMILIAR_TO_ADMIN;
  const [row] = await read.query(statementOfSystem, [email, address]);
  return row?.is_familiar === true;
}
