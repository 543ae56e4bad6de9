export { type AccessLock, isLiveSession, lockAccess, returningLive } from '@gatehouse/membership-resolver';
export { hashSessionToken } from './caller/session-cookies.ts';
export { ChangeLimit } from './change-limit.ts';
export type {
  AuditEntry,
  Context,
  Granted,
  Handler,
  HandlersOf,
  ServiceHandlers,
  Transaction,
  TransactionOptions,
  VersionCheck,
} from './context.ts';
export { csvOf } from './csv.ts';
export { decodeCursor, encodeCursor } from './cursor.ts';
export { ExportQueue } from './export-queue.ts';
export type { FileAnswer } from './files/file-answer.ts';
export {
  askStore,
  type ChunkRow,
  type FileRow,
  presentFile,
  type StoredFile,
  storedFile,
} from './files/stored-file.ts';
export { TransferLimits } from './files/transfer-limits.ts';
export { CHUNK_BYTES } from './files/upload.ts';
export { originsOf } from './http/origins.ts';
export { textFault } from './input/text-rules.ts';
export {
  FIRST_ID,
  keyset,
  LAST_ID,
  newestFirst,
  oldestFirst,
  type PageOrder,
} from './keyset.ts';
export {
  dropWaitingMails,
  findTopicMails,
  isVerifiedAddress,
  type Mail,
  queueMail,
} from './mail-queue.ts';
export { notify } from './notifications.ts';
export { type Page, readPage, timestampKey } from './page.ts';
export { Refusal, type RefusalOptions, refuse } from './refusal.ts';
export { delayRefusal } from './refusal-delay.ts';
export { required } from './required.ts';
export { type SearchContext, SearchQueue } from './search-queue.ts';
export { createSecretToken, hashSecretToken } from './secret-token.ts';
export { serviceConfiguration } from './service-configuration.ts';
export { type RunningService, type ServiceParts, startService } from './start-service.ts';
export {
  namedStatements,
  onlyRow,
  type Queryable,
  queryableOf,
  type Statement,
  statement,
} from './statement.ts';
export { etagOf, type LastChange, matchesVersion } from './version.ts';
