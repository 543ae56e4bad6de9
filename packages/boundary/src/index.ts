export type { Context, Granted, Handler, HandlersOf, StartedSession, Transaction } from './context.ts';
export { createApi } from './create-api.ts';
export { decodeCursor, encodeCursor } from './cursor.ts';
export { Refusal, refuse } from './refusal.ts';
export { createSecretToken, hashSecretToken } from './secret-token.ts';
export { serviceConfiguration } from './service-configuration.ts';
export { hashSessionToken, SESSION_COOKIE_NAMES } from './session-cookies.ts';
export { type RunningService, type ServiceParts, startService } from './start-service.ts';
export { namedStatements, type Queryable, type Statement, statement } from './statement.ts';
