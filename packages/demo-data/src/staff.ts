/** The password of every person and admin of the demo, which local and test set-ups alone have. */
export const DEMO_PASSWORD = 'gatehouse-demo-1';

/** The secret of the demo staff's authenticator app, base32. */
export const DEMO_TOTP_SECRET = 'GATEHOUSEDEMOGATEHOUSEDEMO234567';

/** The demo's staff. */
export const demoAdmins = [
  { email: 'admin@demo.test', name: 'Ada Brandt', role: 'operator' },
  { email: 'viewer@demo.test', name: 'Vito Ferrari', role: 'viewer' },
] as const;
