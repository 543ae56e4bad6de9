export { type Decision, decide, type Grant } from './decide.ts';
export { type EmployerAccess, employerAccess } from './employer-access.ts';
export type {
  AdminFacts,
  OrgCompany,
  OrgMembership,
  RequestFacts,
  SessionFacts,
  UserFacts,
} from './facts.ts';
