import type { DatabaseServer } from './database-server.ts';

/** What the test files know of the server: without the power to stop it. */
type AnnouncedServer = Omit<DatabaseServer, 'stop'>;

const URL_VARIABLE = 'TEST_DATABASE_SERVER_URL';
const KIND_VARIABLE = 'TEST_DATABASE_SERVER_KIND';
const NETWORK_VARIABLE = 'TEST_DATABASE_SERVER_NETWORK';
const POOLER_VARIABLE = 'TEST_DATABASE_SERVER_POOLER';

/** Tells the processes in which Jest runs the test files about the server; they inherit the environment. */
export function announceServer({ url, kind, network, pooler }: AnnouncedServer): void {
  process.env[URL_VARIABLE] = url;
  process.env[KIND_VARIABLE] = kind;
  if (network !== undefined) process.env[NETWORK_VARIABLE] = network;
  if (pooler !== undefined) process.env[POOLER_VARIABLE] = pooler;
}

/** The server that the global set-up has started. @throws {Error} where it has not run. */
export function announcedServer(): AnnouncedServer {
  const url = process.env[URL_VARIABLE];
  const kind = process.env[KIND_VARIABLE];
  if (url === undefined || (kind !== 'container' && kind !== 'embedded'))
    throw new Error(
      'The database server of the tests is not there: databases are for the Jest projects with the global set-up of ' +
        'packages/testkit (contract, browser).',
    );
  const network = process.env[NETWORK_VARIABLE];
  const pooler = process.env[POOLER_VARIABLE];
  return {
    url,
    kind,
    ...(network === undefined ? {} : { network }),
    ...(pooler === undefined ? {} : { pooler }),
  };
}
