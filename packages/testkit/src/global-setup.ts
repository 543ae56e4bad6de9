import { announceServer } from './announced-server.ts';
import { startDatabaseServer } from './database-server.ts';
import { shared } from './shared-server.ts';
import { prepareTemplates } from './test-database.ts';

/** Jest's global set-up: one database server for the whole run, with the templates that test databases are copies of. */
export default async function globalSetup(): Promise<void> {
  const server = await startDatabaseServer();
  shared.server = server;
  try {
    await prepareTemplates(server.url);
  } catch (error) {
    // Jest runs no tear-down after a set-up that failed.
    await server.stop();
    throw error;
  }
  announceServer(server);
}
