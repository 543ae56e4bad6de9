import type { TestDatabase } from '@gatehouse/testkit';

/** The id of the company of owner@demo.test. @throws {Error} without the rows of the demo. */
export async function requireDemoCompany(database: Pick<TestDatabase, 'query'>): Promise<string> {
  const [company] = await database.query<{ id: string }>(
    "select id from employer.companies where name = 'Harbour & Pine'",
  );
  if (company === undefined) throw new Error('the demo company is missing');
  return company.id;
}
