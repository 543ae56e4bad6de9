import { demoCompanies } from './companies.ts';
import { demoId } from './demo-id.ts';

export const HOUR_MILLIS = 3_600_000;

/** Milliseconds at which a company came to the demo. @throws {Error} for a name that no demo company has. */
export function timeOfCompany(name: string, firstDay: number): number {
  const index = demoCompanies.findIndex((company) => company.name === name);
  if (index < 0) throw new Error(`no demo company is called ${name}`);
  return firstDay + index * HOUR_MILLIS;
}

/** The id of a demo company. */
export function companyId(name: string, firstDay: number): string {
  return demoId(name, timeOfCompany(name, firstDay));
}

/** Milliseconds at which the person at this place of the list came to the demo. */
export function timeOfPerson(index: number, firstDay: number): number {
  return firstDay + (index + 1) * HOUR_MILLIS;
}

/** The id of a demo person, by address and place in the list. */
export function personId(email: string, index: number, firstDay: number): string {
  return demoId(email, timeOfPerson(index, firstDay));
}

/** The id of the membership of a demo person. */
export function membershipId(email: string, index: number, firstDay: number): string {
  return demoId(`${email} membership`, timeOfPerson(index, firstDay));
}
