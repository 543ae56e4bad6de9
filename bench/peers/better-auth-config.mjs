/**
 * better-auth with its organization plugin, as its own documentation sets it up on PostgreSQL in a schema of its own. The
 * session is read from the database at every request: the cookie cache is off, which is its default.
 */
import { betterAuth } from 'better-auth';
import { customSession, organization } from 'better-auth/plugins';
import pg from 'pg';

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  options: '-c search_path=better_auth',
});

/** The role in the active organization, beside the session: the documented way to answer with both at once is `customSession`. */
async function withRole({ user, session }) {
  const { rows } = await pool.query(
    'select "role" from "member" where "userId" = $1 and "organizationId" = $2',
    [user.id, session.activeOrganizationId],
  );
  return { user, session, role: rows[0]?.role ?? null };
}

export const auth = betterAuth({
  baseURL: process.env.BASE_URL,
  secret: process.env.BETTER_AUTH_SECRET,
  database: pool,
  emailAndPassword: { enabled: true },
  // It would refuse the load, which comes from one address.
  rateLimit: { enabled: false },
  advanced: { database: { joins: process.env.JOINS === 'true' } },
  plugins: [organization(), customSession(withRole)],
});
