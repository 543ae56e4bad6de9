import { configurationError } from '@gatehouse/runtime';
import { expect, test } from '@jest/globals';
import { parseDocumentsUrl } from './documents-url.ts';

const SECRET = 'verysecret';

test('the URL names the store, the bucket, a folder, the credentials and options', () => {
  expect(
    parseDocumentsUrl(
      `s3://key:a%2Fb%2B${SECRET}@s3.example.com:9000/cvs/gate/house?region=eu-central-1&tls=false&encryption=aws:kms`,
    ),
  ).toEqual({
    endpoint: 'http://s3.example.com:9000',
    region: 'eu-central-1',
    bucket: 'cvs',
    prefix: 'gate/house/',
    accessKeyId: 'key',
    secretAccessKey: `a/b+${SECRET}`,
    encryption: 'aws:kms',
  });
  expect(parseDocumentsUrl(`s3://key:${SECRET}@s3.example.com/cvs`)).toMatchObject({
    endpoint: 'https://s3.example.com',
    region: 'us-east-1',
    prefix: '',
    encryption: null,
  });
  expect(parseDocumentsUrl('')).toBeUndefined();
});

test.each([
  ['another scheme', `https://key:${SECRET}@host/cvs`],
  ['no URL', `key:${SECRET}`],
  ['no host', `s3://key:${SECRET}@/cvs`],
  ['no credentials', 's3://host/cvs'],
  ['no secret', 's3://key@host/cvs'],
  ['a secret that is not encoded', `s3://key:${SECRET}%zz@host/cvs`],
  ['no bucket', `s3://key:${SECRET}@host`],
  ['a name that no bucket may have', `s3://key:${SECRET}@host/CVs`],
  ['a folder without a name', `s3://key:${SECRET}@host/cvs//x`],
  ['a slash at the end', `s3://key:${SECRET}@host/cvs/`],
  ['an unknown option', `s3://key:${SECRET}@host/cvs?zone=x`],
  ['an option twice', `s3://key:${SECRET}@host/cvs?tls=true&tls=false`],
  ['a region with other characters', `s3://key:${SECRET}@host/cvs?region=a b`],
  ['tls neither true nor false', `s3://key:${SECRET}@host/cvs?tls=1`],
  ['an unknown encryption', `s3://key:${SECRET}@host/cvs?encryption=rot13`],
  ['a fragment', `s3://key:${SECRET}@host/cvs#x`],
])('%s is refused at the start, and the message repeats no secret', (_name, url) => {
  expect(() => parseDocumentsUrl(url)).toThrow(configurationError);
  try {
    parseDocumentsUrl(url);
  } catch (error) {
    expect(String(error)).not.toContain(SECRET);
  }
});
