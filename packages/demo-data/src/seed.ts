import { withOwner } from '@gatehouse/database';
import { transactionOn } from '@gatehouse/runtime/database';
import { hash } from '@node-rs/argon2';
import type pg from 'pg';
import { demoId } from './demo-id.ts';
import { demoRows } from './demo-rows.ts';
import { insertRows } from './insert-rows.ts';
import { demoLogos } from './logos.ts';
import { DEMO_PASSWORD, DEMO_TOTP_SECRET, demoAdmins } from './staff.ts';

const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How long ago the demo began, when it is made: long enough for posts and applications to have a past. */
const DAYS_OF_PAST = 173;
const DAY_MILLIS = 86_400_000;

/** What the id of the demo's first company ends with, on whatever day the demo begins: its owner can change its name. */
const END_OF_FIRST_ID = demoId('Harbour & Pine', 0).slice('01234567-0123-'.length);

/**
 * Adds the demo's users, companies, job posts and applications that are missing; rows that users have changed since
 * stay as they are. For local and test set-ups only: the passwords are public.
 * @throws {Error} when the database has people and was never a demo: nothing is written (F21).
 */
export async function seedDemo(ownerUrl: string): Promise<void> {
  const passwordHash = await hash(DEMO_PASSWORD, ARGON2ID);
  const logos = await demoLogos();
  await withOwner(ownerUrl, async (client) => {
    // Of a demo that is there already: ids are made from days, and the same rows must get the same ones.
    const { rows } = await client.query<{ at: Date }>(
      'select created_at as at from employer.companies where id::text like $1',
      [`%${END_OF_FIRST_ID}`],
    );
    const now = Date.now();
    const eightOClock = Math.floor(now / DAY_MILLIS) * DAY_MILLIS + 8 * 3_600_000;
    const firstDay = rows[0]?.at.getTime() ?? eightOClock - DAYS_OF_PAST * DAY_MILLIS;
    const isNew = rows[0] === undefined;
    await transactionOn(client, async () => {
      await requireDemoDatabase(client);
      const totpSecret = DEMO_TOTP_SECRET;
      for (const table of demoRows({ firstDay, now, passwordHash, totpSecret, isNew, logos })) {
        await insertRows(client, table);
      }
      // Mail about the demo's past would be sent at the first start.
      if (isNew)
        await client.query('update identity.notifications set mail_at = null where mail_at is not null');
    });
  });
}

/** A demo begins in a database without people; that it has begun shows in its operator, whom the owner alone can make. */
async function requireDemoDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_demo: boolean }>(
    `select exists (select from identity.admins where email = $1)
         or not exists (select from identity.users) and not exists (select from identity.admins) as is_demo`,
    [demoAdmins[0].email],
  );
  if (rows[0]?.is_demo !== true) {
    throw new Error('the database has people and is no demo; demo data goes into an empty database alone');
  }
}
