import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { type DocumentsLocation, openDocumentStore } from '@gatehouse/documents';
import { findFreePort } from '@gatehouse/local-system';
import type { DocumentStore, Logger } from '@gatehouse/runtime';
import { meetingPlace } from '@gatehouse/testkit';
import { findTool, type GoTool } from './go-tools.ts';
import { waitFor } from './wait-for.ts';

/** An S3 server that keeps objects as files of a folder. */
export const OBJECT_STORE_TOOL: GoTool = {
  name: 'versitygw',
  package: 'github.com/versity/versitygw/cmd/versitygw',
  version: 'v1.8.0',
};

/** An S3-compatible store of one test file's own. */
export interface TestObjectStore {
  /** As the services' `DOCUMENTS_URL`; with another key, secret, bucket or address if the test says so. */
  url(changes?: {
    readonly key?: string;
    readonly secret?: string;
    readonly bucket?: string;
    readonly folder?: string;
    readonly host?: string;
  }): string;
  /** Makes an access key with a secret. */
  createKey(key: string, secret: string): Promise<void>;
  /** Makes access keys, their secrets the same text, each of which may do what its statements allow, and nothing else. */
  createKeys(statements: Readonly<Record<string, readonly PolicyStatement[]>>): Promise<void>;
  /** Deletes an access key that `createKey` made: the store refuses it at once. */
  deleteKey(key: string): Promise<void>;
  /** Where it listens: `127.0.0.1:1234`. */
  readonly host: string;
  /** The key of each object. */
  keys(): Promise<readonly string[]>;
  /** The file of an object. */
  fileOf(key: string): string;
  /** The project's own client, without a service around it. */
  readonly client: DocumentStore;
  /** One that reaches the store at another address. The caller closes it. */
  clientOf(host: string): DocumentStore;
  stop(): Promise<void>;
}

/** A statement of a policy of S3, without the access key that it is about. */
export type PolicyStatement = Readonly<Record<string, unknown>>;

/** The bucket of the store. */
export const BUCKET = 'documents';
const KEY = 'gatehouse';
/** With what has to be percent-encoded in a URL. */
const SECRET = 'a/secret+of@tests:1';

/** Whether the program is on this machine; says loudly when it is not. */
export function hasObjectStore(): boolean {
  if (findTool(OBJECT_STORE_TOOL) !== null) return true;
  console.error(
    '\n*** TESTS ON AN S3-COMPATIBLE STORE ARE SKIPPED: no versitygw on this machine; `make object-store` builds it (needs Go). ***\n',
  );
  return false;
}

/** Starts it with an empty bucket; resolves when it responds. */
export async function startObjectStore(): Promise<TestObjectStore> {
  const program = findTool(OBJECT_STORE_TOOL);
  if (program === null) throw new Error('versitygw is missing; make object-store builds it');
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-objects-'));
  const root = join(folder, 'root');
  // Beside the files, because not every file system has extended attributes.
  const metadata = join(folder, 'metadata');
  const keys = join(folder, 'keys');
  await mkdir(join(root, BUCKET), { recursive: true });
  await mkdir(metadata);
  await mkdir(keys);
  const port = await findFreePort();
  const { listenOn, name } = meetingPlace();
  const child = spawn(
    program,
    ['--port', `${listenOn}:${port}`, '--access', KEY, '--secret', SECRET, '--quiet']
      .concat(['--iam-dir', keys, '--iam-cache-disable'])
      .concat(['posix', '--sidecar', metadata, root]),
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const host = `127.0.0.1:${port}`;
  await waitFor(() =>
    fetch(`http://${host}/`).then(
      () => true,
      () => undefined,
    ),
  );
  const location: DocumentsLocation = {
    endpoint: `http://${host}`,
    region: 'us-east-1',
    bucket: BUCKET,
    prefix: '',
    accessKeyId: KEY,
    secretAccessKey: SECRET,
    encryption: null,
  };
  const clientOf = (at: string) => openDocumentStore({ ...location, endpoint: `http://${at}` }, SILENT);
  const client = clientOf(host);
  const changeKeys = (...command: readonly string[]) =>
    promisify(execFile)(program, [
      ...['admin', '--access', KEY, '--secret', SECRET, '--region', location.region],
      ...['--endpoint-url', location.endpoint, ...command],
    ]);
  return {
    host,
    client,
    clientOf,
    url: ({ key = KEY, secret = SECRET, bucket = BUCKET, folder, host: at = `${name}:${port}` } = {}) =>
      `s3://${key}:${encodeURIComponent(secret)}@${at}/${[bucket, folder].filter(Boolean).join('/')}?tls=false`,
    createKey: async (key, secret) => {
      await changeKeys('create-user', '--access', key, '--secret', secret, '--role', 'admin');
    },
    createKeys: async (statements) => {
      for (const key of Object.keys(statements))
        await changeKeys('create-user', '--access', key, '--secret', key, '--role', 'user');
      await putPolicy(location, statements);
    },
    deleteKey: async (key) => {
      await changeKeys('delete-user', '--access', key);
    },
    fileOf: (key) => join(root, BUCKET, key),
    keys: async () => {
      const bucket = join(root, BUCKET);
      if (!existsSync(bucket)) return [];
      const entries = await readdir(bucket, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name: file }) => relative(bucket, join(parentPath, file)))
        .sort();
    },
    stop: async () => {
      client.close();
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** Sets the policy of the bucket, as an operator does. */
async function putPolicy(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: DocumentsLocation,
  statements: Readonly<Record<string, readonly PolicyStatement[]>>,
): Promise<void> {
  const { PutBucketPolicyCommand, S3Client } = await import('@aws-sdk/client-s3');
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  try {
    const Statement = Object.entries(statements).flatMap(([AWS, ofKey]) =>
      ofKey.map((statement) => ({ ...statement, Principal: { AWS } })),
    );
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement });
    await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
  } finally {
    client.destroy();
  }
}

const SILENT = { info: () => {}, warn: () => {}, error: () => {} } as unknown as Logger;
