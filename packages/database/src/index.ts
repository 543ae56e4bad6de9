export { migrate } from './migrate.ts';
export { reasonOf, withOwner } from './owner-connection.ts';
export { provisionRoles, SERVICE_ROLES, type ServiceRole, urlOfRole } from './roles.ts';
