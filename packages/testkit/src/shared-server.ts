import type { DatabaseServer } from './database-server.ts';

const realm = globalThis as typeof globalThis & { gatehouseTest?: { server?: DatabaseServer } };

realm.gatehouseTest ??= {};

/** What the global set-up hands to the global tear-down; Jest loads both into one realm but not into one module graph. */
export const shared: { server?: DatabaseServer } = realm.gatehouseTest;
