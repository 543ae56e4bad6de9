import { type Queryable, statement } from '@gatehouse/boundary';
import { clientNetworks } from '@gatehouse/runtime';

/** As long as ended sessions are kept. */
const REMEMBERED = "interval '90 days'";

/** One who has signed in from very many other addresses stays familiar at the same one. */
const SAME_FIRST = 'group by s.address order by s.address = $2 desc limit 200';

const FIND_ADDRESSES_OF_USER = statement<{ address: string }>(
  'find_familiar_addresses_of_user',
  `select s.address from identity.users u join identity.user_sessions s on s.user_id = u.id
    where u.email = $1 and s.created_at > now() - ${REMEMBERED}
    ${SAME_FIRST}`,
  { indexes: ['users_email_key', 'user_sessions_by_user_and_address_idx'] },
);

const FIND_ADDRESSES_OF_ADMIN = statement<{ address: string }>(
  'find_familiar_addresses_of_admin',
  `select s.address from identity.admins a join identity.admin_sessions s on s.admin_id = a.id
    where a.email = $1 and s.created_at > now() - ${REMEMBERED}
    ${SAME_FIRST}`,
  { indexes: ['admins_email_key', 'admin_sessions_by_admin_and_address_idx'] },
);

/** Whether the user of an email address has recently signed in from the network of an address: IPv6 addresses of a device change. */
export async function isAddressFamiliar(
  read: Queryable,
  system: 'user' | 'admin',
  email: string,
  address: string,
): Promise<boolean> {
  const { narrow } = clientNetworks(address);
  const statementOfSystem = system === 'user' ? FIND_ADDRESSES_OF_USER : FIND_ADDRESSES_OF_ADMIN;
  const found = await read.query(statementOfSystem, [email, address]);
  return found.some((session) => clientNetworks(session.address).narrow === narrow);
}
