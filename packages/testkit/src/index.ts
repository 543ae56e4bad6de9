export { type ApiAnswer, type ApiClient, type ApiRequest, createApiClient } from './api-client.ts';
export { buildWeb } from './build-web.ts';
export { type DatabaseServer, startDatabaseServer } from './database-server.ts';
export { nextOneTimeCode } from './one-time-code.ts';
export { makeAdmin, makePerson, type PersonOptions, type TestPerson } from './people.ts';
export { createTestDatabase, type Seed, type TestDatabase } from './test-database.ts';
export { DEMO_PASSWORD, signIn, startTestSystem, type TestSystem } from './test-system.ts';
