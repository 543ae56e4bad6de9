export { DEMO_TOTP_SECRET, demoAdmins } from './people.ts';
export { seedDemo } from './seed.ts';
