export { type AccessLock, lockAccess } from '@gatehouse/membership-resolver';
export type {
  AuditEntry,
  Context,
  Granted,
  Handler,
  HandlersOf,
  StartedSession,
  Transaction,
  TransactionOptions,
} from './context.ts';
export { createApi } from './create-api.ts';
export { decodeCursor } from './cursor.ts';
export { type Page, pageOf } from './page.ts';
export { Refusal, refuse } from './refusal.ts';
export { createSecretToken, hashSecretToken } from './secret-token.ts';
export { serviceConfiguration } from './service-configuration.ts';
export { hashSessionToken, SESSION_COOKIE_NAMES } from './session-cookies.ts';
export { type RunningService, type ServiceParts, startService } from './start-service.ts';
export { namedStatements, onlyRow, type Queryable, type Statement, statement } from './statement.ts';
