import { migrate, provisionRoles } from '@gatehouse/database';
import { seedDemo } from '@gatehouse/demo-data';
import { databaseUrl, onServer, passwordOf, TEMPLATES } from './test-database.ts';

/** Makes the templates: one migrated, and a copy of it with the demo people. */
export async function prepareTemplates(serverUrl: string): Promise<void> {
  await onServer(serverUrl, `create database ${TEMPLATES.none}`);
  await migrate(databaseUrl(serverUrl, TEMPLATES.none));
  await provisionRoles(databaseUrl(serverUrl, TEMPLATES.none), passwordOf);
  await onServer(serverUrl, `create database ${TEMPLATES.demo} template ${TEMPLATES.none}`);
  await seedDemo(databaseUrl(serverUrl, TEMPLATES.demo));
}
