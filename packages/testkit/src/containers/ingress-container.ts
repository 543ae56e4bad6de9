import { readFileSync } from 'node:fs';
import { GenericContainer, Wait } from 'testcontainers';
import { nginxImage } from './images.ts';
import { PART_PORT } from './part-container.ts';

const CONFIGURATION = new URL('../../../../deploy/compose/nginx.conf', import.meta.url);

/**
 * nginx with the configuration of docker-compose.yml.
 * @param port of this machine.
 * @param nameOf a part in the network; null for one that does not run.
 */
export function ingressContainer(port: number, nameOf: (part: string) => string | null): GenericContainer {
  const content = readFileSync(CONFIGURATION, 'utf8').replaceAll(
    /server (\w+):8080/g,
    // Nothing listens at port 9 of nginx itself.
    (_, part: string) => `server ${nameOf(part) ?? '127.0.0.1'}:${nameOf(part) === null ? 9 : PART_PORT}`,
  );
  return (
    new GenericContainer(nginxImage())
      .withCommand(['nginx', '-e', 'stderr'])
      .withUser('101:101')
      .withDroppedCapabilities('ALL')
      .withSecurityOpt('no-new-privileges')
      .withTmpFs({ '/tmp': 'rw' })
      .withCopyContentToContainer([{ content, target: '/etc/nginx/nginx.conf', mode: 0o644 }])
      .withExposedPorts({ container: PART_PORT, host: port })
      // It answers by itself under a name that is not the system's.
      .withWaitStrategy(Wait.forHttp('/', PART_PORT, { abortOnContainerExit: true }).forStatusCode(421))
  );
}
