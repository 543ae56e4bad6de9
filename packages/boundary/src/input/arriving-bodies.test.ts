import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { ArrivingBodies } from './arriving-bodies.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that reads bodies, each held by the path: 100 bytes of one, 250 of all. */
async function serve() {
  const bodies = new ArrivingBodies({ bytesPerHolder: 100, bytesInProcess: 250 });
  const server = createServer(async (request, response) => {
    const body = await bodies.count(request, request.url ?? '', () => text(request)).catch(() => null);
    response.end(String(body?.length));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Sends the first bytes of a body. */
  const begin = async (holder: string, bytes: number, length = 100) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const arrived = new Promise<void>((resolve) => {
      server.once('request', (request) => request.once('data', () => resolve()));
    });
    socket.write(
      `POST ${holder} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(bytes)}`,
    );
    await arrived;
    return socket;
  };
  return begin;
}

const isClosed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));
const answerOf = (socket: Socket) =>
  new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));

describe('G6: bodies whose end is held back', () => {
  test('beyond the limit of the holder the oldest one is cut off, and the others arrive', async () => {
    const begin = await serve();
    const oldest = await begin('/a', 40, 50);
    const [second, other] = [await begin('/a', 40, 50), await begin('/b', 40, 50)];
    const cut = isClosed(oldest);
    const newest = await begin('/a', 40, 50);
    await cut;
    for (const socket of [second, other, newest]) {
      expect(socket.destroyed).toBe(false);
      const answer = answerOf(socket);
      socket.write('x'.repeat(10));
      expect(await answer).toMatch(/50$/);
    }
  });

  test('beyond the limit of the process the oldest one of who holds most is cut off', async () => {
    const begin = await serve();
    const sockets = [await begin('/a', 60), await begin('/b', 90), await begin('/c', 60)];
    const cut = isClosed(sockets[1] as Socket);
    sockets.push(await begin('/d', 60));
    await cut;
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, true, false, false]);
  });

  test('what has arrived holds nothing any more, also of a body that is larger than the limit', async () => {
    const begin = await serve();
    const sockets: Socket[] = [];
    for (let n = 0; n < 3; n += 1) {
      const socket = await begin('/a', 90, 200);
      const answer = answerOf(socket);
      socket.write('x'.repeat(110));
      expect(await answer).toMatch(/200$/);
      sockets.push(socket);
    }
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  });

  /** A request of which bytes arrive, without a connection. */
  function arriving() {
    const destroy = jest.fn();
    const request = Object.assign(new EventEmitter(), { socket: { destroy } });
    const arrive = (bytes: number) => void request.emit('data', { length: bytes });
    return { request: request as unknown as IncomingMessage, destroy, arrive };
  }
  const held = () => new Promise<never>(() => undefined);
  const MEBIBYTE = 1024 * 1024;

  test('four mebibytes of one, and 64 of all, if nothing else is said', () => {
    const bodies = new ArrivingBodies();
    const begin = (holder: string) => {
      const body = arriving();
      void bodies.count(body.request, holder, held);
      body.arrive(MEBIBYTE);
      return body;
    };
    const ofOne = Array.from({ length: 4 }, () => begin('one'));
    expect(ofOne.map(({ destroy }) => destroy.mock.calls.length)).toEqual([0, 0, 0, 0]);
    ofOne.push(begin('one'));
    expect(ofOne.map(({ destroy }) => destroy.mock.calls.length)).toEqual([1, 0, 0, 0, 0]);
    const ofOthers = Array.from({ length: 60 }, (_, n) => begin(`other ${n % 15}`));
    expect(ofOthers.filter(({ destroy }) => destroy.mock.calls.length > 0)).toEqual([]);
    begin('last');
    const cut = [...ofOne, ...ofOthers].filter(({ destroy }) => destroy.mock.calls.length > 0);
    expect(cut).toHaveLength(2);
  });

  test('what arrives after the body was given up counts no more', async () => {
    const bodies = new ArrivingBodies({ bytesPerHolder: 100, bytesInProcess: 250 });
    const [first, second] = [arriving(), arriving()];
    await bodies.count(first.request, '/a', () => Promise.resolve());
    first.arrive(90);
    void bodies.count(second.request, '/a', held);
    second.arrive(90);
    expect(first.destroy).not.toHaveBeenCalled();
  });
});
