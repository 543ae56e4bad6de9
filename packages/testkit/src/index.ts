export { DEMO_PASSWORD } from '@gatehouse/demo-data/staff';
export { type ApiAnswer, type ApiClient, type ApiRequest, createApiClient } from './api-client.ts';
export { makeApplication, makeJobPost } from './applications.ts';
export { buildWeb } from './build-web.ts';
export { type ImageName, imageOf, nginxImage, postgresImage } from './containers/images.ts';
export { createInstanceClient, portOf } from './instance-client.ts';
export { currentOneTimeCode } from './one-time-code.ts';
export { type DocumentedBlock, readOperations } from './operations-document.ts';
export {
  addressOf,
  makeAdmin,
  makeColleague,
  makePerson,
  makeSession,
  type PersonOptions,
  type TestPerson,
} from './people.ts';
export type { PartName, RunningPart, RunningSystem, StoppablePart } from './running-system.ts';
export { signIn, signInAdmin } from './sign-in.ts';
export { meetingPlace, type SystemKind, systemKind } from './system-kind.ts';
export { createTestDatabase, type Seed, type TestDatabase } from './test-database.ts';
export { startTestSystem, type TestSystem } from './test-system.ts';
export { startWebTier } from './web-tier.ts';
