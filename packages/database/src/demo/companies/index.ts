import { careCompanies } from './care-companies.ts';
import type { DemoCompany } from './demo-company.ts';
import { firstCompanies } from './first-companies.ts';
import { foodCompanies } from './food-companies.ts';
import { learningCompanies } from './learning-companies.ts';
import { makingCompanies } from './making-companies.ts';
import { movingCompanies } from './moving-companies.ts';
import { outdoorCompanies } from './outdoor-companies.ts';
import { serviceCompanies } from './service-companies.ts';
import { softwareCompanies } from './software-companies.ts';

/** New ones go to the end, of this list, of each file's and of a company's posts: the place is part of the ids. */
export const demoCompanies: readonly DemoCompany[] = [
  ...firstCompanies,
  ...makingCompanies,
  ...careCompanies,
  ...foodCompanies,
  ...softwareCompanies,
  ...movingCompanies,
  ...learningCompanies,
  ...outdoorCompanies,
  ...serviceCompanies,
];
