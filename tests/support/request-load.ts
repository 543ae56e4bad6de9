import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Clients that repeat one read of an instance without a pause, each on a connection of its own. */
export interface RequestLoad {
  readonly clients: number;
  readonly url: string;
  readonly host: string;
  readonly path: string;
  readonly cookie?: string;
  /** The address of each client, as the ingress would forward it; absent: none. */
  readonly addresses?: readonly string[];
}

/** Runs `work` beside the load, which has a thread of its own: its clients take no time of those that are measured. */
export async function besideLoad<T>(
  load: RequestLoad,
  work: () => Promise<T>,
): Promise<{
  readonly result: T;
  /** How often each status was answered to the load. */
  readonly answers: ReadonlyMap<number, number>;
}> {
  const worker = new Worker(new URL('./request-load-worker.ts', import.meta.url), { workerData: load });
  try {
    await once(worker, 'message');
    const answered = once(worker, 'message') as Promise<[ReadonlyMap<number, number>]>;
    // Reported where it is awaited.
    answered.catch(() => undefined);
    const result = await work();
    worker.postMessage('stop');
    const [answers] = await answered;
    return { result, answers };
  } finally {
    await worker.terminate();
  }
}
