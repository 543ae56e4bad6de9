import { parentPort, workerData } from 'node:worker_threads';
import { createInstanceClient } from '@gatehouse/testkit';
import type { RequestLoad } from './request-load.ts';

const { clients, url, host, path, cookie, addresses } = workerData as RequestLoad;
const answers = new Map<number, number>();
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});

const repeat = async (address: string | undefined) => {
  const client = createInstanceClient({ url }, host);
  while (!isOver) {
    const { status } = await client.request(path, {
      ...(cookie === undefined ? {} : { cookie }),
      ...(address === undefined ? {} : { headers: { 'x-forwarded-for': address } }),
    });
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
  client.close();
};
const running = Promise.all(Array.from({ length: clients }, (_, client) => repeat(addresses?.[client])));
parentPort?.postMessage('running');
await running;
parentPort?.postMessage(answers);
