import type { TestDatabase } from '@gatehouse/testkit';
import type { FloodWrite } from './write-flood.ts';

/** Adds a job post of the company with applications of people of their own. @returns the ids of the applications. */
export async function addApplications(
  database: TestDatabase,
  companyId: string,
  count: number,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `with post as (
       insert into employer.job_posts (company_id, title, kind, state, published_at)
       values ($1, 'Bell founder', 'full_time', 'published', now()) returning id
     ), people as (
       insert into identity.users (email, name, email_verified_at)
       select translate(gen_random_uuid()::text, 'abcdef', 'uvwxyz') || '@moves.test', 'Ada Applies', now() from generate_series(1, $2::int) returning id
     )
     insert into talent.applications (job_post_id, company_id, user_id, message)
     select post.id, $1, people.id, 'Hello.' from post, people
     returning id`,
    [companyId, count],
  );
  return rows.map(({ id }) => id);
}

/** Moves all of the applications, to another stage each time: as long as a write takes. */
export function moveOf(ids: readonly string[]): FloodWrite {
  return {
    service: 'employer',
    method: 'POST',
    path: '/employer/application_moves',
    body: (count) => ({
      stage: ['interview', 'rejected', 'in_review'][count % 3],
      items: ids.map((id) => ({ id, etag: '*' })),
    }),
  };
}
