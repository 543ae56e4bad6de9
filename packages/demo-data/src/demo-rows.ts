import { demoCompanies } from './companies.ts';
import { crowd } from './crowd.ts';
import type { TableRows } from './insert-rows.ts';
import { pastTables } from './past-rows.ts';
import { type DemoPerson, demoFounder, demoPeople } from './people.ts';
import { applicationRows } from './rows/application-rows.ts';
import { companyRows } from './rows/company-rows.ts';
import { cvTables, demoCvs } from './rows/cv-rows.ts';
import { jobPostRows } from './rows/job-post-rows.ts';
import { logoTable } from './rows/logo-rows.ts';
import { staffTables } from './rows/staff-rows.ts';
import { IS_OURS, userTables } from './rows/user-rows.ts';
import { companyId } from './times-and-ids.ts';

const people: readonly DemoPerson[] = [...demoPeople, ...crowd, demoFounder];

/**
 * Every row of the demo, table by table.
 * @param firstDay milliseconds of the demo's first day, from which every time and id follows.
 * @param now milliseconds; nothing of the demo is later.
 * @param isNew whether there is no demo yet: what only happened once is made once.
 */
export function demoRows({
  firstDay,
  now,
  passwordHash,
  totpSecret,
  isNew,
  logos = new Map(),
}: {
  firstDay: number;
  now: number;
  passwordHash: string;
  totpSecret: string;
  isNew: boolean;
  /** By the company's name. */
  logos?: ReadonlyMap<string, Buffer>;
}): readonly TableRows[] {
  const allPosts = jobPostRows(firstDay, now);
  const waiting = demoCompanies.filter(({ review }) => review === 'pending');
  const waitingIds = new Set(waiting.map(({ name }) => companyId(name, firstDay)));
  // Visitors have seen no other ones.
  const posts = allPosts.filter(({ company_id }) => !waitingIds.has(company_id));
  const cvs = isNew ? demoCvs(people, firstDay) : new Map<string, never>();
  const cvIds = new Map([...cvs].map(([email, { id }]) => [email, id]));
  const applications = applicationRows({ people, posts, cvIds, firstDay, now });
  return [
    ...staffTables({ firstDay, passwordHash, totpSecret }),
    { table: 'employer.companies', rows: companyRows(logos, firstDay) },
    logoTable(logos, firstDay),
    { table: 'employer.job_posts', rows: allPosts },
    ...userTables(people, firstDay, passwordHash),
    ...cvTables([...cvs.values()]),
    {
      table: 'talent.applications',
      rows: applications,
      where: `${IS_OURS} and exists (select from employer.job_posts j where j.id = r.job_post_id)`,
    },
    ...(isNew ? pastTables({ people, allPosts, posts, applications, firstDay, now }) : []),
  ];
}
