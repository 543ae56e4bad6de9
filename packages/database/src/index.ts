export { DEMO_TOTP_SECRET, demoAdmins } from './demo/people.ts';
export { seedDemo } from './demo/seed.ts';
export { migrate } from './migrate.ts';
export { provisionRoles, SERVICE_ROLES, type ServiceRole } from './roles.ts';
