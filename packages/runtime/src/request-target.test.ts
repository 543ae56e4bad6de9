import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { readTarget } from './request-target.ts';

const read = (url: string) => {
  const request = { url, headers: { host: 'own.example' } } as IncomingMessage;
  readTarget(request);
  return [request.headers.host, request.url];
};

describe('F17: the target of a request', () => {
  test.each([
    ['http://other.example/jobs?q=1', 'other.example', '/jobs?q=1'],
    ['HTTPS://other.example:8443/', 'other.example:8443', '/'],
    ['http://other.example', 'other.example', '/'],
    ['http://other.example?q=1', 'other.example', '/?q=1'],
    ['http://[::1]:80/jobs', '[::1]:80', '/jobs'],
  ])('%s in absolute form names host and path, whatever the Host header says', (url, host, path) => {
    expect(read(url)).toEqual([host, path]);
  });

  test.each([
    '/jobs',
    '//other.example/jobs',
    '*',
    'http://',
    'http:///jobs',
    'http://user@other.example/',
    'ftp://other.example/',
  ])('%s stays as it is', (url) => {
    expect(read(url)).toEqual(['own.example', url]);
  });
});
