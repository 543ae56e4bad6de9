import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { byService } from '@gatehouse/contract';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { findFreePort } from './free-port.ts';
import { createIngress, type Upstreams } from './ingress.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const NO_UPSTREAMS: Upstreams = { ...byService(() => []), web: [] };

async function ingressBefore(upstreams: Partial<Upstreams>): Promise<number> {
  return listen(
    createIngress({
      publicHost: 'localhost:8080',
      teamHost: 'team.localhost:8080',
      apiBasePath: '/api',
      upstreams: { ...NO_UPSTREAMS, ...upstreams },
    }),
  );
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

const agent = new Agent({ keepAlive: true });

async function send(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string | string[]>; body?: string | Buffer } = {},
): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = options;
  const sending = httpRequest({
    host: '127.0.0.1',
    port,
    path,
    method,
    agent,
    headers: { host: 'localhost:8080', ...headers },
  });
  const answered = once(sending, 'response');
  sending.end(body);
  const [answer]: IncomingMessage[] = await answered;
  if (answer === undefined) throw new Error('no answer');
  // A response that arrives before the end of the request body is valid, even if the rest fails.
  sending.on('error', () => undefined);
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() };
}

/** An instance that answers with its name, what it saw, and the body. */
async function instance(name: string): Promise<string> {
  const port = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    response.setHeader('Set-Cookie', ['a=1', 'b=2']);
    response.end(JSON.stringify({ name, method, url, headers, body: Buffer.concat(chunks).toString() }));
  });
  return `http://127.0.0.1:${port}`;
}

let unreachable: string;
beforeAll(async () => {
  unreachable = `http://127.0.0.1:${await findFreePort()}`;
});

describe('the local ingress', () => {
  test.each([
    ['localhost:8080', '/api/identities/user_sessions/current', 'identity'],
    ['localhost:8080', '/api/identities/user_sessions?limit=1', 'identity'],
    ['localhost:8080', '/api/employer/companies/current', 'employer'],
    ['localhost:8080', '/api/talent/job_posts?cursor=a', 'talent'],
    ['LOCALHOST:8080', '/api/talent/job_posts', 'talent'],
    ['localhost:8080', '/jobs', 'web'],
    ['localhost:8080', '/api/unknown', 'web'],
    ['localhost:8080', '/api/identitiesque', 'web'],
    ['team.localhost:8080', '/api/identities/admin_sessions/current', 'identity'],
    ['team.localhost:8080', '/api/identities/admin/users', 'identity'],
    ['team.localhost:8080', '/api/employer/companies/current', 'web'],
    // G5: no host leads to the other identity system's endpoints.
    ['localhost:8080', '/api/identities/admin/users', 'web'],
    ['localhost:8080', '/api/identities/admin_sessions', 'web'],
    ['localhost:8080', '/api/identities/admin_enrolments', 'web'],
    ['team.localhost:8080', '/api/identities/user_sessions', 'web'],
    ['team.localhost:8080', '/api/identities/password_resets', 'web'],
    ['elsewhere.example', '/api/identities/user_sessions/current', 'web'],
  ])('%s%s goes to %s, with path and host as they came', async (host, path, name) => {
    const port = await ingressBefore({
      identity: [await instance('identity')],
      employer: [await instance('employer')],
      talent: [await instance('talent')],
      web: [await instance('web')],
    });
    const seen = JSON.parse((await send(port, path, { headers: { host } })).text);
    expect(seen).toMatchObject({ name, url: path, headers: { host: host.toLowerCase() } });
  });

  test.each([
    ['asks for it', { connection: 'close' }, 'close'],
    ['does not', { connection: 'keep-alive' }, 'keep-alive'],
  ])('ends a connection after the answer when the client %s', async (_does, headers, connection) => {
    const port = await ingressBefore({ web: [await instance('web')] });
    const answer = await send(port, '/', { headers });
    expect(answer.headers.connection).toBe(connection);
    expect(JSON.parse(answer.text).headers.connection).not.toBe('close');
  });

  test('sets the address, host and scheme of the client, and ignores what the client claims', async () => {
    const port = await ingressBefore({ web: [await instance('web')] });
    const { text } = await send(port, '/', {
      headers: {
        'x-forwarded-for': '8.8.8.8',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'bank.example',
        'x-forwarded-prefix': '/x',
        forwarded: 'for=8.8.8.8',
      },
    });
    const { headers } = JSON.parse(text);
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'localhost:8080',
    });
    expect(headers['x-forwarded-prefix']).toBeUndefined();
    expect(headers.forwarded).toBeUndefined();
  });

  test('passes bodies, cookies and doubled headers on, and not what the client says of its connection', async () => {
    const port = await ingressBefore({ web: [await instance('web')] });
    const answer = await send(port, '/', {
      method: 'DELETE',
      headers: {
        cookie: 'app_session_id=a; app_session_id=b',
        'x-twice': ['1', '2'],
        connection: 'keep-alive, cookie, transfer-encoding',
        'transfer-encoding': 'chunked',
      },
      body: 'a body of unknown length',
    });
    const { headers, body } = JSON.parse(answer.text);
    expect(headers).toMatchObject({ cookie: 'app_session_id=a; app_session_id=b', 'x-twice': '1, 2' });
    expect(headers.connection).not.toContain('cookie');
    expect(body).toBe('a body of unknown length');
    expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
  });

  test('answers HEAD without a body and with the headers', async () => {
    const web = await listen((_request, response) => response.writeHead(200, { 'Content-Length': 5 }).end());
    const port = await ingressBefore({ web: [`http://127.0.0.1:${web}`] });
    const answer = await send(port, '/', { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 200, text: '', headers: { 'content-length': '5' } });
  });

  test('streams: the first part of an answer arrives before the last is written', async () => {
    let finish = () => {};
    const web = await listen((_request, response) => {
      response.write('first');
      finish = () => response.end(' last');
    });
    const port = await ingressBefore({ web: [`http://127.0.0.1:${web}`] });
    const sending = httpRequest({ host: '127.0.0.1', port, headers: { host: 'localhost:8080' } }).end();
    const [answer]: IncomingMessage[] = await once(sending, 'response');
    if (answer === undefined) throw new Error('no answer');
    const [first] = await once(answer, 'data');
    expect(String(first)).toBe('first');
    finish();
    const [last] = await once(answer, 'data');
    expect(String(last)).toBe(' last');
  });

  test('lets instances take turns', async () => {
    const port = await ingressBefore({ talent: [await instance('one'), await instance('two')] });
    const names = [];
    for (let round = 0; round < 4; round += 1)
      names.push(JSON.parse((await send(port, '/api/talent/job_posts')).text).name);
    expect(names.toSorted()).toEqual(['one', 'one', 'two', 'two']);
  });

  test('answers 502 as problem details when no instance takes the connection', async () => {
    const port = await ingressBefore({ talent: [unreachable] });
    const answer = await send(port, '/api/talent/job_posts', { method: 'POST', body: 'x' });
    expect(answer.status).toBe(502);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(JSON.parse(answer.text)).toMatchObject({
      status: 502,
      title: 'Bad gateway',
    });
  });

  test('tries nothing a second time: a write may have been done before its instance broke off', async () => {
    let calls = 0;
    const web = await listen((request) => {
      calls += 1;
      request.socket.destroy();
    });
    const port = await ingressBefore({ web: [`http://127.0.0.1:${web}`] });
    expect((await send(port, '/', { method: 'POST', body: 'pay' })).status).toBe(502);
    expect(calls).toBe(1);
  });

  test('passes on an answer that comes before the body has been read', async () => {
    const web = await listen((request, response) => {
      response.writeHead(413).end('too large');
      request.resume();
    });
    const port = await ingressBefore({ web: [`http://127.0.0.1:${web}`] });
    const answer = await send(port, '/', { method: 'POST', body: Buffer.alloc(4_000_000) });
    expect(answer).toMatchObject({ status: 413, text: 'too large' });
  });

  test('answers the next request on a connection whose last body was not read to its end', async () => {
    // Answers each request by its headers alone, and leaves the body where it is.
    const web = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('readable', () => socket.write('HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno'));
    }).listen(0, '127.0.0.1');
    await once(web, 'listening');
    const port = await ingressBefore({ web: [`http://127.0.0.1:${(web.address() as AddressInfo).port}`] });
    const client = connect(port, '127.0.0.1');
    let seen = '';
    client.on('data', (chunk) => {
      seen += chunk;
    });
    const inTime = { signal: AbortSignal.timeout(20_000) };
    try {
      for (let request = 1; request <= 2; request += 1) {
        client.write('POST / HTTP/1.1\r\nHost: localhost:8080\r\nContent-Length: 20000000\r\n\r\n');
        client.write(Buffer.alloc(20_000_000));
        while (seen.split('401 Unauthorized').length <= request) await once(client, 'data', inTime);
      }
    } finally {
      client.destroy();
      web.close();
    }
  });

  test('cuts an answer off that the instance has cut off', async () => {
    const web = await listen((_request, response) => {
      response.writeHead(200, { 'Content-Length': 1000 });
      response.write('half');
      setImmediate(() => response.destroy());
    });
    const port = await ingressBefore({ web: [`http://127.0.0.1:${web}`] });
    await expect(send(port, '/')).rejects.toThrow();
  });

  test('closes an idle connection before the instance does, so that no request meets a closed one', async () => {
    const server = createServer({ keepAliveTimeout: 2000 }, (_request, response) => response.end());
    server.listen(0, '127.0.0.1');
    servers.push(server);
    const connected = once(server, 'connection');
    await once(server, 'listening');
    const port = await ingressBefore({ web: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`] });
    await send(port, '/');
    const [socket] = (await connected) as [Socket];
    const first = Promise.race([
      once(socket, 'end').then(() => 'the ingress'),
      once(socket, 'close').then(() => 'the instance'),
    ]);
    expect(await first).toBe('the ingress');
  });
});
