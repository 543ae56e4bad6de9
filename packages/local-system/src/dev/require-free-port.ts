import { once } from 'node:events';
import { createServer } from 'node:net';
import { codeOf } from '@gatehouse/runtime/error-code';

/** @throws {Error} that says what to do when the port cannot be had on the loopback. */
export async function requireFreePort(port: number): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
  } catch (error) {
    const code = codeOf(error);
    const why = code === 'EADDRINUSE' ? 'is taken' : `cannot be had (${code})`;
    const another = port === 8081 ? 8082 : 8081;
    throw new Error(
      `Port ${port} ${why}. Stop what uses it, or choose another one: PORT=${another} make dev`,
      { cause: error },
    );
  }
  probe.close();
  await once(probe, 'close');
}
