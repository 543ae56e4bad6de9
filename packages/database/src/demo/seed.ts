import { hash } from '@node-rs/argon2';
import type pg from 'pg';
import { withOwner } from '../owner-connection.ts';
import { type DemoCompany, demoCompanies } from './companies.ts';
import { demoId } from './demo-id.ts';
import {
  DEMO_PASSWORD,
  DEMO_TOTP_SECRET,
  type DemoPerson,
  type DemoProfile,
  demoAdmins,
  demoPeople,
} from './people.ts';

const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The demo's first day; everything else follows from it, from names and from the order, so that each run makes the same rows. */
const FIRST_DAY = Date.UTC(2026, 5, 1, 8);
const HOUR_MILLIS = 3_600_000;

/**
 * Makes the demo people, companies and job posts where they are missing; what people have changed since stays as it is.
 * For the local and test set-ups only: everybody knows the password.
 */
export async function seedDemo(ownerUrl: string): Promise<void> {
  const passwordHash = await hash(DEMO_PASSWORD, ARGON2ID);
  await withOwner(ownerUrl, async (client) => {
    await client.query('begin');
    for (const admin of demoAdmins) await seedAdmin(client, admin, passwordHash);
    for (const [index, company] of demoCompanies.entries()) await seedCompany(client, company, index);
    for (const [index, person] of demoPeople.entries()) await seedPerson(client, person, index, passwordHash);
    await client.query('commit');
  });
}

async function seedAdmin(
  client: pg.Client,
  { email, name, role }: (typeof demoAdmins)[number],
  passwordHash: string,
): Promise<void> {
  const { rowCount } = await client.query(
    'insert into identity.admins (id, email, name, role) values ($1, $2, $3, $4) on conflict do nothing',
    [demoId(email, FIRST_DAY), email, name, role],
  );
  // A database of before the second factor has the demo staff, but not this.
  await client.query(
    `insert into identity.admin_second_factors (admin_id, secret)
     select id, $2 from identity.admins where id = $1 on conflict do nothing`,
    [demoId(email, FIRST_DAY), DEMO_TOTP_SECRET],
  );
  if (rowCount === 0) return;
  await client.query('insert into identity.admin_credentials (admin_id, password_hash) values ($1, $2)', [
    demoId(email, FIRST_DAY),
    passwordHash,
  ]);
}

/** Nobody who has the address already, whoever they are, gets a known password or a place in a company. */
async function seedPerson(
  client: pg.Client,
  { email, name, talentAccess, profile, membership }: DemoPerson,
  index: number,
  passwordHash: string,
): Promise<void> {
  const at = FIRST_DAY + (index + 1) * HOUR_MILLIS;
  const id = demoId(email, at);
  const { rowCount } = await client.query(
    `insert into identity.users (id, email, name, talent_access_state, email_verified_at, created_at)
     values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
    [id, email, name, talentAccess, new Date(at)],
  );
  if (rowCount === 0) return;
  await client.query('insert into identity.credentials (user_id, password_hash) values ($1, $2)', [
    id,
    passwordHash,
  ]);
  if (profile !== undefined) await seedProfile(client, id, profile);
  if (membership !== undefined) {
    const { company, role, status } = membership;
    await client.query(
      `insert into employer.org_memberships (id, user_id, company_id, role, status, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [demoId(`${email} membership`, at), id, companyId(company), role, status, new Date(at)],
    );
  }
}

async function seedProfile(client: pg.Client, userId: string, profile: DemoProfile): Promise<void> {
  const { headline, summary, skills, location, links } = profile;
  await client.query(
    `insert into talent.profiles (user_id, headline, summary, skills, location, links)
     values ($1, $2, $3, $4, $5, $6)`,
    [userId, headline, summary, skills, location, links],
  );
}

async function seedCompany(client: pg.Client, company: DemoCompany, index: number): Promise<void> {
  const { name, about, website, condition = 'active', posts } = company;
  const id = companyId(name);
  await client.query(
    `insert into employer.companies (id, name, about, website, condition, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [id, name, about, website, condition, new Date(FIRST_DAY + index * HOUR_MILLIS)],
  );
  for (const [position, [title, location, kind, work, state = 'published']] of posts.entries()) {
    const at = FIRST_DAY + (24 * (position * 9 + index * 2) + ((index * 7) % 9)) * HOUR_MILLIS;
    await client.query(
      `insert into employer.job_posts
         (id, company_id, title, description, location, kind, state, created_at, updated_at, published_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9) on conflict do nothing`,
      [
        demoId(`${name} ${title}`, at),
        id,
        title,
        `${work}\n\nAbout us: ${about}\n\nWe answer every application within two weeks, and we tell you what we pay before the first talk.`,
        location,
        kind,
        state,
        new Date(at),
        state === 'draft' ? null : new Date(at),
      ],
    );
  }
}

function companyId(name: string): string {
  const index = demoCompanies.findIndex((company) => company.name === name);
  if (index < 0) throw new Error(`no demo company is called ${name}`);
  return demoId(name, FIRST_DAY + index * HOUR_MILLIS);
}
