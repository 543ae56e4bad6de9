/**
 * express-session with connect-pg-simple, passport and a membership query, as documented: every request reads the session,
 * the user and the membership.
 */
import connectPgSimple from 'connect-pg-simple';
import express from 'express';
import session from 'express-session';
import passport from 'passport';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const PgStore = connectPgSimple(session);

passport.serializeUser((user, done) => done(null, user.id));
passport.deserializeUser((id, done) => {
  pool
    .query('select id, name, email, talent_access_state from identity.users where id = $1', [id])
    .then(({ rows }) => done(null, rows[0] ?? false), done);
});

const app = express();
app.use(
  session({
    store: new PgStore({ pool, schemaName: 'peers', tableName: 'session' }),
    secret: process.env.SESSION_SECRET,
    resave: false,
    saveUninitialized: false,
    cookie: { maxAge: 30 * 24 * 60 * 60 * 1000 },
  }),
);
app.use(passport.session());

app.get('/session', async (request, response) => {
  if (!request.isAuthenticated()) return response.status(401).json({ code: 'session_required' });
  const { rows } = await pool.query(
    `select m.role, m.status, c.id as company_id, c.name as company_name, c.condition
       from employer.org_memberships m join employer.companies c on c.id = m.company_id where m.user_id = $1`,
    [request.user.id],
  );
  response.json({ user: request.user, membership: rows[0] ?? null });
});
app.get('/livez', (_request, response) => response.json({ status: 'ok' }));

app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
