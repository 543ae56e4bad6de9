import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Serving, serve } from './serve.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterEach(() => agent.destroy());

function ask(port: number, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer));
    });
    request.once('error', reject);
    request.end();
  });
}

/** A server whose `/held` is answered when `release` is called. */
async function start(): Promise<{ serving: Serving; held: Promise<unknown>; release: () => void }> {
  const holder: { response?: ServerResponse } = {};
  const serving = await serve(
    (request, response) => {
      if (request.url !== '/held') return void response.end('done');
      holder.response = response;
      serving.server.emit('held');
    },
    { port: 0, host: '127.0.0.1' },
  );
  return { serving, held: once(serving.server, 'held'), release: () => holder.response?.end('done') };
}

test('a server that listens on `::` answers on IPv4 and on IPv6', async () => {
  const serving = await serve((_request, response) => void response.end('done'), { port: 0, host: '::' });
  for (const address of ['127.0.0.1', '[::1]']) {
    expect(await (await fetch(`http://${address}:${serving.port}/`)).text()).toBe('done');
  }
  await serving.stop({ lingerMillis: 0 });
});

describe('a server that cannot accept in time', () => {
  test('E4: keeps 1,000 connections waiting, so that a proxy with a short connect timeout does not give up', async () => {
    const { serving } = await start();
    const sockets = Array.from({ length: 1000 }, () => connect(serving.port, '127.0.0.1'));
    // Within one turn of the event loop: the sockets connect, and the server accepts none.
    await new Promise((resolve) => process.nextTick(resolve));
    const unanswered = countUnansweredHandshakes(serving.port);
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const socket of sockets) socket.destroy();
    await serving.stop();
    expect(unanswered).toBe(0);
  });

  /** Connections to a port that the kernel has not taken into the queue (state SYN_SENT); 0 where only time would tell. */
  function countUnansweredHandshakes(port: number): number {
    if (process.platform !== 'linux') return 0;
    const to = `:${port.toString(16).toUpperCase().padStart(4, '0')} 02 `;
    return readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .filter((line) => line.includes(to)).length;
  }
});

describe('an idle connection', () => {
  test.each([
    ['65 seconds by default', {}, 'timeout=65'],
    ['as long as configured', { keepAliveSeconds: 620 }, 'timeout=620'],
  ])('K7: stays open %s, and the response says so', async (_how, options, expected) => {
    const serving = await serve((_request, response) => void response.end('done'), {
      port: 0,
      host: '127.0.0.1',
      ...options,
    });
    const { headers } = await ask(serving.port, '/');
    expect(headers['keep-alive']).toBe(expected);
    agent.destroy();
    await serving.stop({ lingerMillis: 0 });
  });

  test('K7: is closed after its time', async () => {
    const serving = await serve((_request, response) => void response.end('done'), {
      port: 0,
      host: '127.0.0.1',
      keepAliveSeconds: 1,
    });
    const atServer = once(serving.server, 'connection');
    await ask(serving.port, '/');
    const [socket] = (await atServer) as [Socket];
    await once(socket, 'close');
    await serving.stop();
  });
});

describe('a client that takes nothing', () => {
  test('is cut after a while, also in the middle of an answer', async () => {
    const MOST = 64 * 1024 * 1024;
    const serving = await serve((_request, response) => void response.end(Buffer.alloc(MOST)), {
      port: 0,
      host: '127.0.0.1',
      silenceMillis: 200,
    });
    const atServer = once(serving.server, 'connection');
    const client = connect(serving.port, '127.0.0.1');
    client.pause();
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [socket] = (await atServer) as [Socket];
    await once(socket, 'close');
    let received = 0;
    client.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    client.on('error', () => undefined);
    client.resume();
    await once(client, 'close');
    expect(received).toBeLessThan(MOST);
    await serving.stop();
  });
});

describe('a server that stops', () => {
  test('F5: answers every request whose connection the kernel had taken before', async () => {
    const { serving } = await start();
    const clients = Array.from({ length: 20 }, () => {
      const client = connect(serving.port, '127.0.0.1');
      client.end('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
      client.setEncoding('utf8');
      return client;
    });
    // The connections are begun, and the server has not come to accept them.
    await new Promise((resolve) => process.nextTick(resolve));
    const stopped = serving.stop();
    const answers = await Promise.all(clients.map((client) => client.toArray()));
    for (const answer of answers) expect(answer.join('')).toMatch(/^HTTP\/1\.1 200 OK/);
    await stopped;
  });

  test('F5: lets a proxy use its connections again until it accepts no other, so that none must be opened', async () => {
    const wasListening: boolean[] = [];
    const serving = await serve(
      (_request, response) => {
        wasListening.push(serving.server.listening);
        response.end('done');
      },
      { port: 0, host: '127.0.0.1' },
    );
    await ask(serving.port, '/');
    const waiting = connect(serving.port, '127.0.0.1');
    const answers = ask(serving.port, '/');
    // Begun, and not accepted.
    await new Promise((resolve) => process.nextTick(resolve));
    const stopped = serving.stop();
    const during = (await answers).headers.connection;
    while (serving.server.listening) await setImmediate();
    const after = (await ask(serving.port, '/')).headers.connection;
    waiting.destroy();
    expect(wasListening).toEqual([true, true, false]);
    expect([during, after]).toEqual(['keep-alive', 'close']);
    await stopped;
  });

  test('lets a running request finish, refuses new connections, and is done with the last one', async () => {
    const { serving, held, release } = await start();
    const running = ask(serving.port, '/held');
    await held;
    const stopped = serving.stop();
    while (serving.server.listening) await setImmediate();
    await expect(fetch(`http://127.0.0.1:${serving.port}/`)).rejects.toThrow('fetch failed');
    release();
    expect((await running).statusCode).toBe(200);
    agent.destroy();
    await stopped;
  });

  test('answers what comes on a connection that is open, and says that it was the last time', async () => {
    const { serving } = await start();
    expect((await ask(serving.port, '/')).headers.connection).toBe('keep-alive');
    const stopped = serving.stop({ lingerMillis: 60_000 });
    while (serving.server.listening) await setImmediate();
    const last = await ask(serving.port, '/');
    expect([last.statusCode, last.headers.connection]).toEqual([200, 'close']);
    await stopped;
  });

  /** A server that stops while `/held` is transferred; other requests have 10 ms. */
  async function stopDuringTransfer(millis: number) {
    const { serving, held, release } = await start();
    const connections = new Set<Socket>();
    serving.server.once('connection', (socket: Socket) => connections.add(socket));
    const transfer = ask(serving.port, '/held');
    await held;
    const stopped = serving.stop({ graceMillis: 10, lingerMillis: 0, transfers: { connections, millis } });
    return { transfer, release, stopped };
  }

  test('lets a transfer go on after the grace period', async () => {
    const { transfer, release, stopped } = await stopDuringTransfer(60_000);
    await setTimeout(100);
    release();
    expect((await transfer).statusCode).toBe(200);
    await stopped;
  });

  test('closes a transfer after its own time', async () => {
    const { transfer, stopped } = await stopDuringTransfer(50);
    await Promise.all([expect(transfer).rejects.toThrow('socket hang up'), stopped]);
  });

  test('closes idle connections after a while, and busy ones after the grace period', async () => {
    const { serving } = await start();
    await ask(serving.port, '/');
    await serving.stop({ lingerMillis: 0 });
    const second = await start();
    const cut = ask(second.serving.port, '/held');
    await second.held;
    await Promise.all([
      expect(cut).rejects.toThrow('socket hang up'),
      second.serving.stop({ graceMillis: 10, lingerMillis: 0 }),
    ]);
  });
});
