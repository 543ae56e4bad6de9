import { configurationError, makeValidator } from '@gatehouse/runtime';

/** A bucket, or a folder of one, with its credentials. */
export interface DocumentsLocation {
  /** `https://s3.example.com:9000` */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Asks the store to encrypt what it stores; null: as the bucket is configured. */
  readonly encryption: 'AES256' | 'aws:kms' | null;
}

const FORM = 's3://KEY:SECRET@HOST[:PORT]/BUCKET[/FOLDER][?region=…&tls=false&encryption=AES256]';
const OPTIONS = ['region', 'tls', 'encryption'];

/** Undefined: empty, no store. @throws {EnvError} that repeats no part of the value, because it holds a secret. */
export function parseDocumentsUrl(input: string): DocumentsLocation | undefined {
  if (input === '') return undefined;
  const url = URL.canParse(input) ? new URL(input) : null;
  if (url?.protocol !== 's3:' || url.hostname === '') throw new configurationError(`expected ${FORM}`);
  const [accessKeyId, secretAccessKey] = [decoded(url.username), decoded(url.password)];
  if (accessKeyId === '' || secretAccessKey === '')
    throw new configurationError('expected an access key and its secret, percent-encoded, before the host');
  const [bucket = '', ...folders] = url.pathname.slice(1).split('/');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new configurationError('expected the name of a bucket after the host');
  if (!folders.every((folder) => /^[A-Za-z0-9_-]+$/.test(folder)))
    throw new configurationError(
      'expected a folder of letters, digits, - and _ after the bucket, or nothing',
    );
  const options = optionsOf(url);
  return {
    endpoint: `${options.tls === 'false' ? 'http' : 'https'}://${url.host}`,
    region: options.region,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    accessKeyId,
    secretAccessKey,
    encryption: options.encryption,
  };
}

function optionsOf({ searchParams, hash }: URL) {
  for (const name of searchParams.keys()) {
    if (!OPTIONS.includes(name) || searchParams.getAll(name).length > 1)
      throw new configurationError(`expected no options but ${OPTIONS.join(', ')}, each once`);
  }
  const { region = 'us-east-1', tls = 'true', encryption = null } = Object.fromEntries(searchParams);
  if (hash !== '' || !/^[a-z0-9-]+$/.test(region)) throw new configurationError(`expected ${FORM}`);
  if (tls !== 'true' && tls !== 'false') throw new configurationError('tls: expected true or false');
  if (encryption !== null && encryption !== 'AES256' && encryption !== 'aws:kms')
    throw new configurationError('encryption: expected AES256 or aws:kms');
  return { region, tls, encryption } as const;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new configurationError('the access key or its secret is not percent-encoded');
  }
}

/** Of every process that reads, writes or deletes documents. */
export const documentsUrl = makeValidator<DocumentsLocation | undefined>(parseDocumentsUrl)({
  default: undefined,
  desc: `S3-compatible store of uploaded CVs, the same for talent, employer and the retention job, each with an access key of its own if you like: \`${FORM}\`. Empty: new CVs go into PostgreSQL.`,
});
