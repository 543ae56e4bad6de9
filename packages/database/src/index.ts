export { DATA_REGISTRY } from './data-registry/index.ts';
export { migrate } from './migrate.ts';
export { reasonOf, withOwner } from './owner-connection.ts';
export { startRetention } from './retention/retention.ts';
export {
  DATABASE_ROLES,
  type DatabaseRole,
  provisionRoles,
  RETENTION_ROLE,
  SERVICE_ROLES,
  type ServiceRole,
  urlOfRole,
} from './roles.ts';
