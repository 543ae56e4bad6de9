import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { requireTool } from './tools.ts';

/** The chart's folder. */
export const CHART = fileURLToPath(new URL('deploy/helm/gatehouse', REPOSITORY_ROOT));

/** Values as written by an operator. */
export type Values = { readonly [key: string]: unknown };

/** A rendered object; the tests check its content. */
// biome-ignore lint/suspicious/noExplicitAny: a Kubernetes object of any kind; the schemas check its shape
export type Manifest = any;

/** The result of `helm template`. */
export interface Rendering {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The required values of an installation. */
export const MINIMAL: Values = {
  hosts: { public: 'www.example.com', team: 'team.example.com' },
  database: { host: 'postgres.example.com' },
  redis: { eachPodCountsForItself: true },
};

/** Values over others: objects are merged, everything else is replaced. */
export function over(base: Values, values: Values): Values {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(values)) {
    const below = merged[key];
    merged[key] = isObject(below) && isObject(value) ? over(below, value) : value;
  }
  return merged;
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Values with the required ones; a quick try has none. */
export function complete(values: Values): Values {
  return values['quickstart'] === true ? values : over(MINIMAL, values);
}

/** Runs helm in the chart's folder, with values on standard input. */
export function helm(args: readonly string[], values?: Values): Rendering {
  const { status, stdout, stderr, error } = spawnSync(requireTool('helm'), args, {
    cwd: CHART,
    encoding: 'utf8',
    input: values === undefined ? '' : JSON.stringify(values),
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error !== undefined) throw error;
  return { status: status ?? 1, stdout, stderr };
}

/** `helm template` with the required values. */
export function template(values: Values, args: readonly string[] = []): Rendering {
  return helm(['template', 'gate', '.', '--namespace', 'market', '--values', '-', ...args], complete(values));
}

const rendered = new Map<string, readonly Manifest[]>();

/** The objects of a release. @throws {Error} with helm's message if it rejects the values. */
export function render(values: Values = {}, args: readonly string[] = []): readonly Manifest[] {
  const key = JSON.stringify([values, args]);
  const known = rendered.get(key);
  if (known !== undefined) return known;
  const { status, stdout, stderr } = template(values, args);
  if (status !== 0) throw new Error(stderr);
  const manifests = parseAllDocuments(stdout)
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0];
      return document.toJS();
    })
    .filter((manifest) => manifest !== null);
  rendered.set(key, manifests);
  return manifests;
}

/** Helm's message when it rejects values. @throws {Error} if it accepts them. */
export function refusal(values: Values): string {
  const { status, stderr } = template(values);
  if (status === 0) throw new Error('helm accepted the values');
  return stderr;
}

/** The objects of one kind, by name. */
export function ofKind(manifests: readonly Manifest[], kind: string): Record<string, Manifest> {
  return Object.fromEntries(
    manifests
      .filter((manifest) => manifest.kind === kind)
      .map((manifest) => [manifest.metadata.name, manifest]),
  );
}

/** One object. @throws {Error} if it is not rendered. */
export function requireObject(manifests: readonly Manifest[], kind: string, name: string): Manifest {
  const found = ofKind(manifests, kind)[name];
  if (found === undefined) throw new Error(`${kind} ${name} is not rendered`);
  return found;
}

/** Every pod that a release may start, of Deployments, Jobs, CronJobs and alone, with the name of its object. */
export function podsOf(
  manifests: readonly Manifest[],
): readonly { owner: string; metadata: Manifest; spec: Manifest }[] {
  return manifests.flatMap((manifest) => {
    const owner = `${manifest.kind} ${manifest.metadata.name}`;
    if (manifest.kind === 'Pod') return [{ owner, metadata: manifest.metadata, spec: manifest.spec }];
    const pod = (manifest.spec?.jobTemplate?.spec ?? manifest.spec)?.template;
    return pod?.spec?.containers === undefined ? [] : [{ owner, metadata: pod.metadata, spec: pod.spec }];
  });
}

/** Containers and init containers. */
export function containersOf(spec: Manifest): readonly Manifest[] {
  return [...(spec.initContainers ?? []), ...spec.containers];
}

/** The environment of a service's container, by name: a value or its source. */
export function environmentOf(manifests: readonly Manifest[], service: string): Record<string, Manifest> {
  const { spec } = requireObject(manifests, 'Deployment', `gate-gatehouse-${service}`);
  return Object.fromEntries(
    spec.template.spec.containers[0].env.map((entry: Manifest) => [
      entry.name,
      entry.value ?? entry.valueFrom,
    ]),
  );
}
