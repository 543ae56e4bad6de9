/** What `startTestSystem` starts: processes of this machine, or containers of the built images. */
export type SystemKind = 'processes' | 'containers';

/** `GATEHOUSE_SYSTEM`; processes where it is not set. @throws {Error} when it names nothing that is there. */
export function systemKind(): SystemKind {
  const kind = process.env['GATEHOUSE_SYSTEM'] ?? 'processes';
  if (kind !== 'processes' && kind !== 'containers')
    throw new Error(`GATEHOUSE_SYSTEM is ${kind}: expected processes or containers`);
  return kind;
}

/** This machine as a container knows it. */
export const HOST_FROM_INSIDE = 'host.docker.internal';

/** Where a test's own server listens so that the parts can reach it, and the name under which they do. */
export function meetingPlace(): { readonly listenOn: string; readonly name: string } {
  return systemKind() === 'containers'
    ? { listenOn: '0.0.0.0', name: HOST_FROM_INSIDE }
    : { listenOn: '127.0.0.1', name: '127.0.0.1' };
}
