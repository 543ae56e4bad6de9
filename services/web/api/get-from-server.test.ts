import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { getFromServer } from './get-from-server.ts';

let server: Server | undefined;
const realDispatcher = getGlobalDispatcher();
afterEach(() => {
  setGlobalDispatcher(realDispatcher);
  server?.closeAllConnections();
  server?.close();
});

/** @returns the address of a server that answers so. */
async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const get = (address: string, timeoutMillis = 5000) =>
  getFromServer(address, { headers: { accept: 'application/json' }, timeoutMillis });

describe('a read from another server', () => {
  test('W7: asks for the whole address, and sends the given headers and no other', async () => {
    const asked: unknown[] = [];
    const origin = await serve(({ method, url, headers }, response) => {
      asked.push([method, url, Object.keys(headers).sort()]);
      response.setHeader('Set-Cookie', 'a=b').end('{"snow":"☃"}');
    });
    const { ok, status, text } = await get(`${origin}/below/api/x?limit=20`);
    expect([ok, status, await text()]).toEqual([true, 200, '{"snow":"☃"}']);
    expect(asked).toEqual([['GET', '/below/api/x?limit=20', ['accept', 'connection', 'host']]]);
  });

  test.each([301, 302, 303, 307, 308])('a redirect with %d is an error and not followed', async (status) => {
    const paths: unknown[] = [];
    const origin = await serve(({ url }, response) => {
      paths.push(url);
      response.writeHead(status, { Location: '/elsewhere' }).end();
    });
    await expect(get(`${origin}/x`)).rejects.toThrow(`unexpected redirect: ${status}`);
    expect(paths).toEqual(['/x']);
  });

  test('a refusal is an answer', async () => {
    const origin = await serve((_request, response) => void response.writeHead(403).end('{}'));
    expect(await get(origin)).toMatchObject({ ok: false, status: 403 });
  });

  test.each<[string, RequestListener]>([
    ['no answer', () => undefined],
    ['only a head', (_request, response) => void response.writeHead(200).flushHeaders()],
    [
      'a trickle of bytes',
      (_request, response) => {
        const drip = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(drip));
      },
    ],
  ])('W3: %s before the timeout fails the read and closes its connection', async (_name, answer) => {
    let isClosed: Promise<unknown> | undefined;
    const origin = await serve((request, response) => {
      // `once` of node:events rejects when a byte meets the closed connection first.
      isClosed = new Promise((resolve) => request.socket.once('close', resolve));
      answer(request, response);
    });
    await expect(get(origin, 200)).rejects.toThrow('no whole answer within 200 ms');
    await isClosed;
  });

  test('W3: the timeout includes the wait for a connection, and a timed-out read is never sent', async () => {
    setGlobalDispatcher(new Agent({ connections: 1 }));
    const paths: unknown[] = [];
    let release: () => void = () => undefined;
    const origin = await serve(({ url }, response) => {
      paths.push(url);
      if (url === '/slow') release = () => void response.end('slow');
      else response.end('quick');
    });
    const slow = get(`${origin}/slow`);
    await expect(get(`${origin}/late`, 200)).rejects.toThrow('no whole answer within 200 ms');
    release();
    expect(await (await slow).text()).toBe('slow');
    expect(await (await get(`${origin}/quick`)).text()).toBe('quick');
    expect(paths).toEqual(['/slow', '/quick']);
  });

  test('a truncated body and a closed port are errors', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('half');
      setTimeout(() => response.destroy(), 20);
    });
    await expect(get(origin)).rejects.toThrow();
    server?.closeAllConnections();
    server?.close();
    await expect(get(origin)).rejects.toThrow();
  });
});
