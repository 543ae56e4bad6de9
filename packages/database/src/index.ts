export { migrate } from './migrate.ts';
export { provisionRoles, SERVICE_ROLES, type ServiceRole } from './roles.ts';
