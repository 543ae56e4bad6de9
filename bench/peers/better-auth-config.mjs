/**
 * better-auth with its organization plugin, as documented, on PostgreSQL in its own schema. It reads the session from the
 * database at every request: the cookie cache is off, which is the default.
 */
import { betterAuth } from 'better-auth';
import { customSession, organization } from 'better-auth/plugins';
import pg from 'pg';

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  options: '-c search_path=better_auth',
});

/** The role in the active organization, with the session: `customSession` is the documented way to return both. */
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
  // It would reject the load, which comes from one address.
  rateLimit: { enabled: false },
  advanced: { database: { joins: process.env.JOINS === 'true' } },
  plugins: [organization(), customSession(withRole)],
});
