import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Mailbox, startMailbox } from './mailbox.ts';
import { withMailbox } from './with-mailbox.ts';

let mailbox: Mailbox;
let server: Server;
let url: string;
beforeAll(async () => {
  mailbox = await startMailbox();
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.on(
    'request',
    withMailbox(mailbox, [`localhost:${port}`], (_request, response) => void response.writeHead(404).end()),
  );
  url = `http://localhost:${port}/_dev/mail`;
});
afterAll(async () => {
  server.close();
  await mailbox.stop();
});

/** Speaks SMTP as a mail library does, one line for each answer. */
async function mail(to: string, subject: string, text: string): Promise<void> {
  const socket = connect(Number(new URL(mailbox.url).port), '127.0.0.1');
  const answers = createInterface({ input: socket })[Symbol.asyncIterator]();
  const lines = [
    'HELO here',
    'MAIL FROM:<us@example.test>',
    `RCPT TO:<${to}>`,
    'DATA',
    `Subject: ${subject}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n.`,
    'QUIT',
  ];
  for (const line of lines) {
    const { value } = await answers.next();
    expect(value).toMatch(/^[23]/);
    socket.write(`${line}\r\n`);
  }
  await once(socket, 'close');
}

describe('the local mailbox', () => {
  test('shows what came, newest first, as JSON for programs', async () => {
    await mail('a@example.test', 'First', 'one');
    await mail('b@example.test', 'Second', 'two');
    const answer = await fetch(url, { headers: { accept: 'application/json' } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual([
      {
        to: 'b@example.test',
        subject: 'Second',
        text: expect.stringMatching(/^two/),
        at: expect.any(String),
        unsubscribe: null,
        replyTo: null,
      },
      {
        to: 'a@example.test',
        subject: 'First',
        text: expect.stringMatching(/^one/),
        at: expect.any(String),
        unsubscribe: null,
        replyTo: null,
      },
    ]);
  });

  test('shows a page to people: links can be clicked, and what a mail holds is no markup', async () => {
    await mail(
      'c@example.test',
      '<b>Bold</b>',
      'see http://localhost:8080/verify-email#token=a <script>alert(1)</script>',
    );
    const page = await (await fetch(url)).text();
    expect(page).toContain(
      '<a href="http://localhost:8080/verify-email#token=a">http://localhost:8080/verify-email#token=a</a>',
    );
    expect(page).toContain('&lt;b&gt;Bold&lt;/b&gt;');
    expect(page).not.toContain('<script>');
  });

  /** What a browser sends that took `host` for a name of this machine. */
  const ask = async (headers: Record<string, string>, method = 'GET') => {
    const sending = httpRequest(url.replace('localhost', '127.0.0.1'), { method, headers }).end();
    const [answer]: IncomingMessage[] = await once(sending, 'response');
    let text = '';
    for await (const chunk of answer ?? []) text += chunk;
    return { status: answer?.statusCode, headers: answer?.headers, text };
  };

  test.each(['rebound.example', 'localhost', 'localhost:1', '127.0.0.1'])(
    'F16: answers no other name, such as one that a stranger points at this machine: %s',
    async (host) => {
      await mail('d@example.test', 'Reset', 'token=secret');
      const answer = await ask({ host, accept: 'application/json' });
      expect(answer.status).toBe(421);
      expect(answer.text).not.toContain('secret');
    },
  );

  test("F16: takes nothing from another origin's page, and can neither be framed nor read by one", async () => {
    const { host } = new URL(url);
    expect((await ask({ host, origin: 'https://evil.example' }, 'POST')).status).toBe(403);
    expect((await ask({ host, 'sec-fetch-site': 'cross-site' }, 'POST')).status).toBe(403);
    const own = await ask({ host });
    expect(own.status).toBe(200);
    expect(own.headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
    expect(own.headers?.['access-control-allow-origin']).toBeUndefined();
  });
});
