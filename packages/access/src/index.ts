export { type Decision, decide, type Grant } from './decide.ts';
export { employerAccess } from './employer-access.ts';
export type {
  AdminFacts,
  OrgCompany,
  OrgMembership,
  RequestFacts,
  SessionFacts,
  UserFacts,
} from './facts.ts';
