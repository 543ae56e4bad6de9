import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';

const MAX_OUTPUT = 64_000_000;

/** The chart's folder. */
export const CHART = fileURLToPath(new URL('deploy/helm/gatehouse', REPOSITORY_ROOT));

/** Runs `kubectl` on the cluster of `KUBECONFIG`. @throws {Error} with its output when it fails. */
export const kubectl = (...args: string[]): Promise<string> => run(process.env['KUBECTL'] ?? 'kubectl', args);

/** Runs `helm` on the cluster of `KUBECONFIG`. @throws {Error} with its output when it fails. */
export const helm = (...args: string[]): Promise<string> => run(process.env['HELM'] ?? 'helm', args);

/** Creates or changes resources. `options` are those of `kubectl apply`. */
export async function apply(manifest: string | object, ...options: string[]): Promise<void> {
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  await run(process.env['KUBECTL'] ?? 'kubectl', ['apply', '--filename=-', ...options], text);
}

/** Creates a subresource, for example an eviction, at a path of the API. */
export async function create(path: string, body: object): Promise<void> {
  await run(
    process.env['KUBECTL'] ?? 'kubectl',
    ['create', '--raw', path, '--filename=-'],
    JSON.stringify(body),
  );
}

/** A resource, or a list of them, as `kubectl get` returns it. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks at any shape, and an absent field fails its expectation.
export async function get(...args: string[]): Promise<any> {
  return JSON.parse(await kubectl('get', ...args, '--output=json'));
}

async function run(program: string, args: readonly string[], input = ''): Promise<string> {
  const running = promisify(execFile)(program, [...args], { maxBuffer: MAX_OUTPUT });
  running.child.stdin?.end(input);
  try {
    return (await running).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

/** A port of this machine that leads into the cluster. */
export interface PortForward {
  readonly port: number;
  stop(): void;
}

/**
 * Forwards a free port of 127.0.0.1.
 * @param target `service/postgres` or `pod/postgres-0`; of a Service one pod gets all connections.
 * @throws {Error} when `kubectl` ends before it listens.
 */
export async function forwardPort(namespace: string, target: string, port: number): Promise<PortForward> {
  const args = ['--namespace', namespace, 'port-forward', target, `:${port}`];
  const child = spawn(process.env['KUBECTL'] ?? 'kubectl', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, local] = /^Forwarding from 127\.0\.0\.1:(\d+)/.exec(line) ?? [];
    if (local === undefined) continue;
    child.stdout.resume();
    return { port: Number(local), stop: () => child.kill() };
  }
  throw new Error(`no port leads to ${target}`);
}
