import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { DatabaseClient } from './database-client.ts';

/** A client whose connection has changed to `stream`, as it does for TLS. It never connects, so its silence has no limit. */
function clientOver(stream: PassThrough): DatabaseClient {
  const client = new DatabaseClient({ silenceMillis: 0 });
  Object.assign(client.connection, { stream });
  return client;
}

test('what is sent together leaves in one write, also over TLS', () => {
  const stream = new PassThrough();
  const client = clientOver(stream);
  const corked: number[] = [];
  const answer = client.together(() => {
    corked.push(stream.writableCorked);
    return 'sent';
  });
  expect([answer, corked, stream.writableCorked]).toEqual(['sent', [1], 0]);
});

test('a stream on which sending fails is not left corked', () => {
  const stream = new PassThrough();
  const fail = () => {
    throw new Error('of the sending');
  };
  expect(() => clientOver(stream).together(fail)).toThrow('of the sending');
  expect(stream.writableCorked).toBe(0);
});
