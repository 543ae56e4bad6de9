import { EventEmitter } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { UnreadAnswers } from './unread-answers.ts';

/** A response of so many bytes, which its client reads with `read`. */
function unread(bytes: number) {
  let taken: () => void = () => undefined;
  const response = new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => {
      taken = done;
    },
  });
  response.end(Buffer.alloc(bytes));
  const req = { socket: response };
  return {
    response: Object.assign(response, { req }) as unknown as ServerResponse,
    read: async () => {
      taken();
      await EventEmitter.once(response, 'close');
    },
    isCut: () => response.destroyed && !response.writableFinished,
  };
}

/** Up to 100 bytes of an account, and 250 of all. */
function limited() {
  const answers = new UnreadAnswers({ bytesPerHolder: 100, bytesInProcess: 250 });
  return (holder: string, bytes: number) => {
    const answer = unread(bytes);
    answers.add(answer.response, holder);
    return answer;
  };
}

const cuts = (answers: readonly { isCut: () => boolean }[]) => answers.map(({ isCut }) => isCut());

describe('G6: answers that are not read', () => {
  test('stay up to the limit of the account; beyond it the oldest ones of it are cut off', () => {
    const add = limited();
    const answers = [add('a', 40), add('b', 40), add('a', 40), add('a', 20)];
    expect(cuts(answers)).toEqual([false, false, false, false]);
    answers.push(add('a', 60));
    expect(cuts(answers)).toEqual([true, false, true, false, false]);
  });

  test('stay up to the limit of the process; beyond it the oldest one of who has most is cut off', () => {
    const add = limited();
    const answers = [add('a', 60), add('b', 50), add('b', 50), add('c', 50)];
    expect(cuts(answers)).toEqual([false, false, false, false]);
    answers.push(add('d', 50));
    expect(cuts(answers)).toEqual([false, true, false, false, false]);
  });

  test('that wait behind another one on their connection are cut off with it', async () => {
    const answers = new UnreadAnswers({ bytesPerHolder: 3_000_000, bytesInProcess: 10_000_000 });
    const server = createServer((request, response) => {
      // The first is never answered.
      if (request.url === '/0') return;
      response.end(Buffer.alloc(1_000_000));
      answers.add(response, 'a');
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const client = connect((server.address() as AddressInfo).port);
    client.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    for (let n = 0; n < 6; n += 1) client.write(`GET /${n} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await closed;
    server.close();
  });

  test('do not count once they are read', async () => {
    const add = limited();
    const first = add('a', 100);
    await first.read();
    const next = [add('a', 60), add('a', 40)];
    expect(cuts([first, ...next])).toEqual([false, false, false]);
  });

  test('do not count twice once they are cut off', async () => {
    const add = limited();
    const first = add('a', 100);
    const second = add('a', 100);
    expect(cuts([first, second])).toEqual([true, false]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(cuts([second, add('b', 90), add('c', 50), add('d', 11)])).toEqual([true, false, false, false]);
  });

  test('stay where a single one is larger than the limit', () => {
    const add = limited();
    const answers = [add('a', 10), add('a', 300)];
    expect(cuts(answers)).toEqual([true, false]);
    answers.push(add('b', 10));
    expect(cuts(answers)).toEqual([true, true, false]);
  });

  test('count as they are when they are written in parts, and not at all where their client takes them at once', async () => {
    const answers = new UnreadAnswers({ bytesPerHolder: 100, bytesInProcess: 250 });
    const [taken, slow, next] = [unread(10), unread(10), unread(10)];
    answers.update(taken.response, 'a', 0);
    answers.update(slow.response, 'a', 90);
    answers.update(slow.response, 'a', 0);
    answers.update(next.response, 'a', 90);
    expect(cuts([taken, slow, next])).toEqual([false, false, false]);
    answers.update(slow.response, 'a', 20);
    expect(cuts([taken, slow, next])).toEqual([false, false, true]);
  });

  test('hold nothing once they have ended, whatever is still written to them', async () => {
    const answers = new UnreadAnswers({ bytesPerHolder: 100, bytesInProcess: 250 });
    const ended = unread(10);
    answers.update(ended.response, 'a', 50);
    await ended.read();
    answers.update(ended.response, 'a', 90);
    const next = [unread(10), unread(10)];
    for (const { response } of next) answers.add(response, 'a', 50);
    expect(cuts(next)).toEqual([false, false]);
  });
});
