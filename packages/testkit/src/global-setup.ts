import { startDatabaseServer } from './database-server.ts';
import { shared } from './shared-server.ts';
import { prepareTemplate } from './test-database.ts';

/** Jest's global set-up: one database server for the whole run, with one migrated and seeded template. */
export default async function globalSetup(): Promise<void> {
  const server = await startDatabaseServer();
  shared.server = server;
  process.env['TEST_DATABASE_SERVER_URL'] = server.url;
  await prepareTemplate(server.url);
}
