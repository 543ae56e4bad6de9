import { makePerson, type TestDatabase, type TestPerson } from '@gatehouse/testkit';

/** Job posts of a file, at most. */
export const FILE_SIZE = 2000;

/** Three posts more than two files have, of two companies. @returns their owners. */
export async function publishTwoFiles(database: TestDatabase): Promise<readonly TestPerson[]> {
  const owners = await Promise.all(
    [0, 1].map(() => makePerson(database, { membership: { role: 'owner', status: 'active' } })),
  );
  /** So many posts of one company, published at the same time. */
  const publish = (owner: number, count: number, ago: string) =>
    database.query(
      `insert into employer.job_posts (company_id, title, kind, state, published_at)
       select $1, 'Lamplighter ' || n, 'full_time', 'published', date_trunc('hour', now()) - $3::interval
         from generate_series(1, $2::int) n`,
      [owners[owner]?.companyId, count, ago],
    );
  await publish(0, FILE_SIZE, '2 hours');
  // Two posts of one moment are at the border of two files.
  await publish(1, FILE_SIZE + 3, '1 hour');
  return owners;
}
