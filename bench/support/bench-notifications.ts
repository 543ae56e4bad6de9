import pg from 'pg';

/** Unread notifications of a user: more than a bell shows in one digit, fewer than its limit. */
const UNREAD = 30;
/** Read ones: the index of unread ones must not visit them. */
const READ = 100;

/** Creates missing notifications of users, each for another application. @param tokens of their sessions. */
export async function ensureNotifications(ownerUrl: string, tokens: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query('select from identity.notifications limit 1');
    if (rows.length > 0) return;
    // Triggers would queue the mail of each.
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into identity.notifications (id, user_id, kind, subject_id, value, at, read_at)
       select uuidv7(), s.user_id, 'application_moved', uuidv7(), 'interview', now(), case when n > $2::int then now() end
         from (select distinct s.user_id from identity.user_sessions s
                where s.token_hash = any (select sha256(convert_to(t, 'UTF8')) from unnest($1::text[]) t)) s
        cross join generate_series(1, $2::int + $3::int) n`,
      [tokens, UNREAD, READ],
    );
    await client.query('vacuum analyze identity.notifications');
  } finally {
    await client.end();
  }
}

/** What every answer contains. */
export const UNREAD_SHOWN = `"count":${UNREAD}`;
