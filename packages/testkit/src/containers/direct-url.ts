import { once } from 'node:events';
import { connect } from 'node:net';
import type { PostgresContainer } from './postgres-container.ts';

const PORT = '5432';
/** A connection to an address of this machine takes a millisecond; packets to an unknown network get no answer. */
const TIMEOUT_MILLIS = 1000;

/**
 * The container's own address where this machine reaches it, as on Linux, and otherwise its published port: the engine copies
 * every byte through a process of its own there.
 */
export async function directUrl({ url, container }: PostgresContainer): Promise<string> {
  const [network = ''] = container.getNetworkNames();
  const direct = new URL(url);
  direct.hostname = container.getIpAddress(network);
  direct.port = PORT;
  return (await answersAt(direct)) ? direct.href : url;
}

async function answersAt({ hostname, port }: URL): Promise<boolean> {
  const socket = connect({ host: hostname, port: Number(port), signal: AbortSignal.timeout(TIMEOUT_MILLIS) });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
