import { announceServer } from './announced-server.ts';
import { startBackingServices } from './containers/backing-services.ts';
import { directUrl } from './containers/direct-url.ts';
import { type DatabaseServer, startDatabaseServer } from './database-server.ts';
import { poolerKind, withPooler } from './pooler.ts';
import { prepareTemplates } from './prepare-templates.ts';
import { shared } from './shared-server.ts';
import { systemKind } from './system-kind.ts';

/** Jest's global set-up: one database server for the whole run, with the templates that test databases are copies of. */
export default async function globalSetup(): Promise<void> {
  const server = systemKind() === 'containers' ? await startForContainers() : await startDatabaseServer();
  shared.server = server;
  try {
    await prepareTemplates(server.url);
    shared.server = poolerKind() === 'none' ? server : await withPooler(server);
  } catch (error) {
    // Jest runs no tear-down after a set-up that failed.
    await server.stop();
    throw error;
  }
  announceServer(shared.server);
}

/** On a network of its own, where the parts are to be. */
async function startForContainers(): Promise<DatabaseServer> {
  const { network, postgres, stop } = await startBackingServices();
  return { url: await directUrl(postgres), kind: 'container', network: network.getName(), stop };
}
