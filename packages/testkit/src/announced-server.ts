import type { DatabaseServer } from './database-server.ts';

const URL_VARIABLE = 'TEST_DATABASE_SERVER_URL';
const KIND_VARIABLE = 'TEST_DATABASE_SERVER_KIND';

/** Tells the processes in which Jest runs the test files about the server; they inherit the environment. */
export function announceServer({ url, kind }: Pick<DatabaseServer, 'url' | 'kind'>): void {
  process.env[URL_VARIABLE] = url;
  process.env[KIND_VARIABLE] = kind;
}

/** The server that the global set-up has started. @throws {Error} where it has not run. */
export function announcedServer(): Pick<DatabaseServer, 'url' | 'kind'> {
  const url = process.env[URL_VARIABLE];
  const kind = process.env[KIND_VARIABLE];
  if (url === undefined || (kind !== 'container' && kind !== 'embedded'))
    throw new Error(
      'The database server of the tests is not there: databases are for the Jest projects with the global set-up of ' +
        'packages/testkit (contract, browser).',
    );
  return { url, kind };
}
