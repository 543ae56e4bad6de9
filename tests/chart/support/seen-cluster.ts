import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { CHART, complete, type Manifest, over, type Values } from './render.ts';
import { requireTool } from './tools.ts';

const run = promisify(execFile);

/** The kinds that these releases have, by API group and version; Helm asks for all of them. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  v1: ['ConfigMap', 'Pod', 'Secret', 'Service', 'ServiceAccount'],
  'apps/v1': ['Deployment'],
  'autoscaling/v2': ['HorizontalPodAutoscaler'],
  'batch/v1': ['CronJob', 'Job'],
  'external-secrets.io/v1': ['ExternalSecret'],
  'networking.k8s.io/v1': ['NetworkPolicy'],
  'policy/v1': ['PodDisruptionBudget'],
};
const pluralOf = (kind: string) => `${kind.toLowerCase().replace(/y$/, 'ie')}s`;
const pathOf = (groupVersion: string) => (groupVersion === 'v1' ? '/api/v1' : `/apis/${groupVersion}`);

/**
 * What `helm template --dry-run=server` renders where the API server of a cluster holds these objects in the namespace `market`: the
 * chart's `lookup` finds them. The API server is a stand-in that only reads.
 * @throws {Error} with Helm's message when it rejects the values.
 */
export async function renderOn(objects: readonly Manifest[], values: Values): Promise<readonly Manifest[]> {
  const owned = objects.map(ofTheRelease);
  const server = createServer((request, response) => answer(owned, request.url ?? '', response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-chart-'));
  const [kubeconfig, file] = [join(folder, 'kubeconfig'), join(folder, 'values.json')];
  const { port } = server.address() as AddressInfo;
  try {
    await writeFile(kubeconfig, JSON.stringify(kubeconfigOf(`http://127.0.0.1:${port}`)));
    await writeFile(file, JSON.stringify(complete(values)));
    const { stdout } = await run(
      requireTool('helm'),
      [
        ...['template', 'gate', '.', '--namespace', 'market', '--values', file],
        ...['--dry-run=server', '--disable-openapi-validation'],
      ],
      {
        cwd: CHART,
        env: { ...process.env, KUBECONFIG: kubeconfig, HELM_CACHE_HOME: folder },
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    return parseAllDocuments(stdout)
      .map((document) => document.toJS())
      .filter((manifest) => manifest !== null);
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }
}

/** As Helm has marked what it installed. */
function ofTheRelease(object: Manifest): Manifest {
  const labels = { 'app.kubernetes.io/managed-by': 'Helm' };
  const annotations = { 'meta.helm.sh/release-name': 'gate', 'meta.helm.sh/release-namespace': 'market' };
  return over(object, { metadata: { labels, annotations } });
}

function answer(objects: readonly Manifest[], url: string, response: ServerResponse): void {
  const path = url.split('?', 1)[0] ?? '';
  const found = discovery(path) ?? stored(objects, path);
  response.writeHead(found === null ? 404 : 200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(found ?? NOT_FOUND));
}

const NOT_FOUND = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 };

function discovery(path: string): object | null {
  if (path === '/version') return { major: '1', minor: '36', gitVersion: 'v1.36.0' };
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (path === '/apis') {
    const groups = Object.keys(KINDS)
      .filter((groupVersion) => groupVersion !== 'v1')
      .map((groupVersion) => {
        const [name, version] = groupVersion.split('/');
        return { name, versions: [{ groupVersion, version }], preferredVersion: { groupVersion, version } };
      });
    return { kind: 'APIGroupList', apiVersion: 'v1', groups };
  }
  const groupVersion = Object.keys(KINDS).find((candidate) => path === pathOf(candidate));
  if (groupVersion === undefined) return null;
  const resources = KINDS[groupVersion]?.map((kind) => ({
    name: pluralOf(kind),
    kind,
    namespaced: true,
    singularName: kind.toLowerCase(),
    verbs: ['get', 'list'],
  }));
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources };
}

/** One object, or the list of a kind. */
function stored(objects: readonly Manifest[], path: string): object | null {
  for (const [groupVersion, kinds] of Object.entries(KINDS)) {
    for (const kind of kinds) {
      const list = `${pathOf(groupVersion)}/namespaces/market/${pluralOf(kind)}`;
      const items = objects.filter((one) => one.kind === kind);
      if (path === list) return { apiVersion: groupVersion, kind: `${kind}List`, metadata: {}, items };
      const found = items.find(({ metadata }) => path === `${list}/${metadata.name}`);
      if (found !== undefined) return found;
    }
  }
  return null;
}

function kubeconfigOf(server: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'stand-in',
    clusters: [{ name: 'stand-in', cluster: { server } }],
    users: [{ name: 'stand-in', user: {} }],
    contexts: [{ name: 'stand-in', context: { cluster: 'stand-in', user: 'stand-in' } }],
  };
}
