import { DEMO_TOTP_SECRET } from '@gatehouse/demo-data/staff';
import { TOTP } from 'otpauth';
import type { TestDatabase } from './test-database.ts';

/**
 * The current one-time code of a demo admin. A code works once: this makes the current one work again, so that a test that
 * signs in several times does not wait up to 30 seconds for the next.
 */
export async function currentOneTimeCode(
  database: Pick<TestDatabase, 'query'>,
  email: string,
): Promise<string> {
  await database.query(
    `update identity.admin_second_factors set last_used_step = 0
       where admin_id = (select id from identity.admins where email = $1)`,
    [email],
  );
  return new TOTP({ secret: DEMO_TOTP_SECRET }).generate();
}
