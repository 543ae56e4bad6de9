import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { type DemoCompany, demoCompanies } from './companies.ts';
import { DEMO_PASSWORD, demoAdmins, demoPeople, demoProfile } from './people.ts';

const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The demo's first day; everything else follows from it and from names, so that each run makes the same rows. */
const FIRST_DAY = Date.UTC(2026, 5, 1, 8);
const HOUR_MILLIS = 3_600_000;

/**
 * Makes the demo people, companies and job posts where they are missing; what people have changed since stays as it is.
 * For the local and test set-ups only: everybody knows the password.
 */
export async function seedDemo(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('begin');
    await seedAll(client);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function seedAll(client: pg.Client): Promise<void> {
  const passwordHash = await hash(DEMO_PASSWORD, ARGON2ID);
  for (const { email, name, role } of demoAdmins) {
    const id = demoId(email, FIRST_DAY);
    const values = [id, email, name, role];
    await client.query(
      'insert into identity.admins (id, email, name, role) values ($1, $2, $3, $4) on conflict do nothing',
      values,
    );
    await client.query(
      'insert into identity.admin_credentials (admin_id, password_hash) values ($1, $2) on conflict do nothing',
      [id, passwordHash],
    );
  }
  for (const [index, company] of demoCompanies.entries()) await seedCompany(client, company, index);
  for (const [index, person] of demoPeople.entries()) {
    const at = FIRST_DAY + (index + 1) * HOUR_MILLIS;
    const id = demoId(person.email, at);
    await client.query(
      `insert into identity.users (id, email, name, talent_access_state, email_verified_at, created_at)
       values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
      [id, person.email, person.name, person.talentAccess, new Date(at)],
    );
    await client.query(
      'insert into identity.credentials (user_id, password_hash) values ($1, $2) on conflict do nothing',
      [id, passwordHash],
    );
    if (person.membership !== undefined) {
      const { company, role, status } = person.membership;
      await client.query(
        `insert into employer.org_memberships (id, user_id, company_id, role, status, created_at)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
        [demoId(`${person.email} membership`, at), id, companyId(company), role, status, new Date(at)],
      );
    }
  }
  const { headline, summary, skills, location, links } = demoProfile;
  await client.query(
    `insert into talent.profiles (user_id, headline, summary, skills, location, links)
     select id, $1, $2, $3, $4, $5 from identity.users where email = 'talent@demo.test' on conflict do nothing`,
    [headline, summary, skills, location, links],
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

/** A UUIDv7 of the moment whose random part comes from the name. */
function demoId(name: string, atMillis: number): string {
  const time = atMillis.toString(16).padStart(12, '0');
  const rest = createHash('sha256').update(name).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}
