export { seedDemo } from './seed.ts';
export { DEMO_PASSWORD, DEMO_TOTP_SECRET } from './staff.ts';
