import { type DemoCompany, demoCompanies } from './companies.ts';
import { demoId } from './demo-id.ts';
import type { DemoPerson } from './people.ts';
import { numberOf } from './pick.ts';

export const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;

/** When the founder came whose company still waits for its review. */
const DAY_OF_FOUNDER = 168;

/** Milliseconds at which a company came to the demo. @throws {Error} for a name that no demo company has. */
export function timeOfCompany(name: string, firstDay: number): number {
  const index = demoCompanies.findIndex((company) => company.name === name);
  if (index < 0) throw new Error(`no demo company is called ${name}`);
  return isWaiting(demoCompanies[index])
    ? firstDay + DAY_OF_FOUNDER * DAY_MILLIS + HOUR_MILLIS
    : firstDay + index * HOUR_MILLIS;
}

function isWaiting(company: DemoCompany | undefined): boolean {
  return company?.review === 'pending';
}

/** The id of a demo company. */
export function companyId(name: string, firstDay: number): string {
  return demoId(name, timeOfCompany(name, firstDay));
}

/** People who came in the demo's first days, hour by hour; the founder came later. */
const FIRST_PEOPLE = 200;

/** Milliseconds at which the person at this place of the list came to the demo. */
export function timeOfPerson(index: number, firstDay: number): number {
  return index < FIRST_PEOPLE
    ? firstDay + (index + 1) * HOUR_MILLIS
    : firstDay + DAY_OF_FOUNDER * DAY_MILLIS + HOUR_MILLIS;
}

/**
 * What became of the last request of a demo person for talent access; null: there was none. Of the crowd, those who look for a job
 * and have no access were refused.
 */
export function accessRequestOf({
  email,
  talentAccess,
  membership,
}: DemoPerson): 'approved' | 'refused' | 'pending' | null {
  if (talentAccess === 'pending') return 'pending';
  if (talentAccess !== 'none') return 'approved';
  return membership === undefined && isOfCrowd(email) ? 'refused' : null;
}

/** Days of the demo in which the crowd asked: who was approved before the first application, who waits lately. */
const DAYS_OF_REQUESTS = { approved: [9, 77], refused: [90, 75], pending: [155, 16] } as const;

/**
 * Milliseconds at which a demo person asked for talent access; null: never. The accounts to sign in as asked after an hour, but for
 * the one that waits.
 */
export function timeOfAccessRequest(person: DemoPerson, index: number, firstDay: number): number | null {
  const outcome = accessRequestOf(person);
  if (outcome === null) return null;
  if (!isOfCrowd(person.email)) {
    return outcome === 'pending' ? firstDay + 150 * DAY_MILLIS : timeOfPerson(index, firstDay) + HOUR_MILLIS;
  }
  const [first, days] = DAYS_OF_REQUESTS[outcome];
  const key = numberOf(`${person.email} asks`);
  return firstDay + (first + (key % days)) * DAY_MILLIS + (key % 9) * HOUR_MILLIS;
}

function isOfCrowd(email: string): boolean {
  return email.endsWith('@people.demo.test');
}

/** The id of a demo person, by address and place in the list. */
export function personId(email: string, index: number, firstDay: number): string {
  return demoId(email, timeOfPerson(index, firstDay));
}

/** The id of the membership of a demo person. */
export function membershipId(email: string, index: number, firstDay: number): string {
  return demoId(`${email} membership`, timeOfPerson(index, firstDay));
}
