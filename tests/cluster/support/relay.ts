import { waitFor } from '#support/wait-for.ts';
import { forwardPort, kubectl, type PortForward } from './cluster.ts';
import { startNodePod } from './node-pod.ts';

/** Runs in a pod: passes each request on to the Service of its path, and ends the connection when there is no answer. */
function passRequestsOn(services: Readonly<Record<string, string>>, port: number): void {
  const http = process.getBuiltinModule('node:http');
  const agent = new http.Agent({ keepAlive: true, timeout: 30_000 });
  const server = http.createServer((request, response) => {
    const { method, url = '', headers } = request;
    const passing = http.request(
      { agent, host: services[url.split('/')[2] ?? ''], method, path: url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passing.once('error', (error) => {
      console.error(`${method} ${url}: ${error}`);
      request.destroy();
    });
    request.pipe(passing);
  });
  // Clients keep their connections between requests.
  server.keepAliveTimeout = 600_000;
  server.listen(port, () => console.log('listening'));
}

const PORT = 8080;

/**
 * Starts a pod that passes requests on to Services, so that each of their pods gets some, and forwards a port of this machine to
 * it. It does the same as an ingress, which not every cluster has.
 * @param services the name in the cluster of each path after `/api/`, for example of `identities`.
 */
export async function startRelay({
  namespace,
  image,
  services,
}: {
  namespace: string;
  /** Any of the system's images: they contain Node. */
  image: string;
  services: Readonly<Record<string, string>>;
}): Promise<PortForward> {
  const name = 'relay';
  // The tests' compiler has removed its types.
  const script = `(${passRequestsOn.toString()})(${JSON.stringify(services)}, ${PORT})`;
  await startNodePod({ namespace, name, image, script });
  await kubectl('-n', namespace, 'wait', '--for=condition=Ready', `pod/${name}`, '--timeout=120s');
  await waitFor(
    async () => (await kubectl('-n', namespace, 'logs', name)).includes('listening') || undefined,
  );
  return forwardPort(namespace, `pod/${name}`, PORT);
}
