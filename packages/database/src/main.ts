import { setTimeout as delay } from 'node:timers/promises';
import { type DocumentsLocation, openDocumentStore } from '@gatehouse/documents';
import { createLogger, type Logger, parseConfiguration, runUntilSignal } from '@gatehouse/runtime';
import { migrate, provisionRoles, RETENTION_ROLE, startRetention } from './index.ts';
import {
  migrationConfiguration,
  passwordVariable,
  provisioningConfiguration,
  waitConfiguration,
} from './owner-configuration.ts';
import { isTemporary, reasonOf } from './owner-connection.ts';
import { retentionConfiguration } from './retention/configuration.ts';
import { runRetention } from './retention/run-retention.ts';
import { sweepDocuments } from './retention/sweep-documents.ts';

/** EX_TEMPFAIL of sysexits.h: another attempt may succeed. */
const TEMPORARY_FAILURE = 75;
const PERMANENT_FAILURE = 1;
const ATTEMPT_MILLIS = 1000;

const commands = new Map<string, () => Promise<string>>(
  Object.entries({
    migrate: async () => {
      const { DATABASE_URL } = parseConfiguration(process.env, migrationConfiguration);
      const names = await migrate(DATABASE_URL, (name) => process.stdout.write(`migrating: ${name}\n`));
      if (names === null) return 'nothing to migrate: the database has migrations of a newer release';
      return names.length === 0 ? 'nothing to migrate' : `migrated: ${names.join(', ')}`;
    },
    'provision-roles': async () => {
      const configuration = parseConfiguration(process.env, provisioningConfiguration);
      await provisionRoles(configuration.DATABASE_URL, (role) =>
        role === RETENTION_ROLE
          ? configuration.RETENTION_SERVICE_PASSWORD || null
          : configuration[passwordVariable(role)],
      );
      return 'the service roles can connect';
    },
    retention: async () => {
      const configuration = parseConfiguration(process.env, retentionConfiguration);
      const log = createLogger({ service: 'retention', level: configuration.LOG_LEVEL });
      const documents = openDocuments(configuration.DOCUMENTS_URL, log);
      if (configuration.RETENTION_INTERVAL_SECONDS > 0) {
        const { stop } = startRetention(configuration.DATABASE_URL, {
          intervalSeconds: configuration.RETENTION_INTERVAL_SECONDS,
          documents,
          log,
        });
        runUntilSignal(log, stop);
        return 'removes what is due until it is stopped';
      }
      const isComplete = await runRetention(configuration.DATABASE_URL, log, { documents });
      documents?.close();
      if (!isComplete)
        throw new Error('some of what is due is left for the next run; the log says of which kind');
      return 'removed what was due';
    },
    'sweep-documents': async () => {
      const configuration = parseConfiguration(process.env, retentionConfiguration);
      const log = createLogger({ service: 'sweep-documents', level: configuration.LOG_LEVEL });
      const documents = openDocuments(configuration.DOCUMENTS_URL, log);
      if (documents === null) throw new Error('DOCUMENTS_URL is missing');
      const deleted = await sweepDocuments(configuration.DATABASE_URL, documents);
      documents.close();
      return `deleted ${deleted} folders of the store that the database does not know`;
    },
  }),
);

const names = process.argv.slice(2);
if (names.length === 0 || !names.every((name) => commands.has(name))) {
  process.stderr.write(`Say one or more of: ${[...commands.keys()].join(', ')}\n`);
  process.exitCode = PERMANENT_FAILURE;
} else for (const name of names) if (!(await run(name))) break;

function openDocuments(location: DocumentsLocation | undefined, log: Logger) {
  return location === undefined ? null : openDocumentStore(location, log);
}

async function run(name: string): Promise<boolean> {
  const { DATABASE_WAIT_SECONDS } = parseConfiguration(process.env, waitConfiguration);
  const deadline = Date.now() + DATABASE_WAIT_SECONDS * 1000;
  for (;;) {
    try {
      process.stdout.write(`${await commands.get(name)?.()}\n`);
      return true;
    } catch (error) {
      const mayRetry = isTemporary(error);
      if (mayRetry && Date.now() + ATTEMPT_MILLIS < deadline) {
        await delay(ATTEMPT_MILLIS);
        continue;
      }
      process.stderr.write(`${name}: ${reasonOf(error)}\n`);
      process.exitCode = mayRetry ? TEMPORARY_FAILURE : PERMANENT_FAILURE;
      return false;
    }
  }
}
