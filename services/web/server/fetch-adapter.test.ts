import { once } from 'node:events';
import { get, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import express, { type RequestHandler } from 'express';
import { sendAnswer, toRequest } from './fetch-adapter.ts';

const { signal } = new AbortController();
const ORIGIN = 'https://public.test';

describe('a request for the router', () => {
  test('W7: has the address and no header of a visitor who reads', () => {
    const headers = {
      cookie: 'app_session_id=x',
      origin: 'https://evil.test',
      'x-forwarded-host': 'evil.test',
    };
    const request = toRequest({ method: 'GET', originalUrl: '/jobs?query=a', headers }, ORIGIN, signal);
    expect([request.method, request.url]).toEqual(['GET', `${ORIGIN}/jobs?query=a`]);
    expect([...request.headers]).toEqual([]);
  });

  test('A3: of a write it says where that comes from, and brings nothing', () => {
    const headers = { cookie: 'app_session_id=x', origin: 'https://evil.test', 'content-length': '10' };
    const request = toRequest({ method: 'POST', originalUrl: '/login', headers }, ORIGIN, signal);
    expect(request.method).toBe('POST');
    expect([...request.headers]).toEqual([['origin', 'https://evil.test']]);
    expect(request.body).toBeNull();
  });

  test('is aborted with its signal', () => {
    const gone = new AbortController();
    const request = toRequest({ method: 'GET', originalUrl: '/', headers: {} }, ORIGIN, gone.signal);
    gone.abort();
    expect(request.signal.aborted).toBe(true);
  });
});

let close: (() => void) | undefined;
afterEach(() => close?.());

/** Asks a server that answers so. */
async function ask(handler: RequestHandler): Promise<{ headers: IncomingHttpHeaders; text: string }> {
  const server = express().use(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => server.close();
  const asked = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  const [answer] = await once(asked, 'response');
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece);
  return { headers: answer.headers, text: `${answer.statusCode} ${Buffer.concat(pieces)}` };
}

describe('an answer of the router', () => {
  const page = () => new Response(null, { status: 404, headers: { 'Content-Type': 'text/html' } });

  test('is sent with the document beside it, whole', async () => {
    const { headers, text } = await ask((_request, response) =>
      sendAnswer(response.set('Vary', 'Accept'), page(), Buffer.from('<p>☃')),
    );
    expect(text).toBe('404 <p>☃');
    expect(headers).toMatchObject({ 'content-type': 'text/html', 'content-length': '6', vary: 'Accept' });
  });

  test('is sent as it streams when it has a body, and empty when it has none', async () => {
    const streamed = await ask((_request, response) => sendAnswer(response, new Response('data'), null));
    expect(streamed.text).toBe('200 data');
    close?.();
    const empty = await ask((_request, response) => sendAnswer(response, page(), null));
    expect(empty.text).toBe('404 ');
  });

  test('is given up when whoever asked has left', async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      cancel: () => {
        isCancelled = true;
      },
    });
    const asked = ask(async (_request, response) => {
      response.destroy();
      await sendAnswer(response, new Response(body), null);
    });
    await expect(asked).rejects.toThrow();
    expect(isCancelled).toBe(true);
  });
});
