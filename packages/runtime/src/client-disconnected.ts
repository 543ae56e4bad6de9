/** The client has closed its connection: the request does no more work and gets no response. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected';

  constructor() {
    super('the client has disconnected');
  }
}

/** The connection on which a client waits for its response; a request's socket is one. */
export interface ClientConnection {
  readonly destroyed: boolean;
}

/**
 * Call it after each wait in a queue, before the work itself.
 * @throws {ClientDisconnected} when the client has closed its connection.
 */
export function throwIfDisconnected(client: ClientConnection): void {
  if (client.destroyed) throw new ClientDisconnected();
}
