/**
 * Writes `tests/chart/schemas`: a strict JSON schema for each kind that the chart renders, from the published API
 * descriptions in Go modules. Run it again for a new version: `node tests/chart/support/vendor-schemas.ts`.
 * It does not write `cluster-postgresql-v1.json`; that file says why.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

const SCHEMAS = new URL('../schemas/', import.meta.url);

const KUBERNETES = 'k8s.io/kubernetes@v1.36.3';

/** Kinds by their file of the OpenAPI description. */
const KUBERNETES_KINDS: Record<string, readonly string[]> = {
  'api__v1_openapi.json': ['ConfigMap', 'Pod', 'Secret', 'Service', 'ServiceAccount'],
  'apis__apps__v1_openapi.json': ['Deployment'],
  'apis__autoscaling__v2_openapi.json': ['HorizontalPodAutoscaler'],
  'apis__batch__v1_openapi.json': ['CronJob', 'Job'],
  'apis__networking.k8s.io__v1_openapi.json': ['Ingress', 'NetworkPolicy'],
  'apis__policy__v1_openapi.json': ['PodDisruptionBudget'],
};

const CUSTOM_RESOURCES: readonly { module: string; file: string; version: string }[] = [
  {
    module: 'sigs.k8s.io/gateway-api@v1.6.3',
    file: 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml',
    version: 'v1',
  },
  {
    module: 'github.com/cert-manager/cert-manager@v1.21.2',
    file: 'deploy/crds/cert-manager.io_certificates.yaml',
    version: 'v1',
  },
  {
    module: 'github.com/external-secrets/external-secrets@v1.3.2',
    file: 'config/crds/bases/external-secrets.io_externalsecrets.yaml',
    version: 'v1',
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    file: 'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml',
    version: 'v1',
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    file: 'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml',
    version: 'v1',
  },
];

for (const [file, kinds] of Object.entries(KUBERNETES_KINDS)) {
  const description = JSON.parse(
    readFileSync(join(moduleFolder(KUBERNETES), 'api/openapi-spec/v3', file), 'utf8'),
  );
  const all: JsonObject = description.components.schemas;
  for (const [name, schema] of Object.entries(all)) {
    for (const { group, kind, version } of kindsOf(schema)) {
      if (!kinds.includes(kind) || !name.endsWith(`.${kind}`)) continue;
      write(kind, group, version, { ...objectOf(closed(schema)), definitions: definitionsOf(schema, all) });
    }
  }
}
for (const { module, file, version } of CUSTOM_RESOURCES) {
  const { spec } = parse(readFileSync(join(moduleFolder(module), file), 'utf8'));
  const { schema } = spec.versions.find(({ name }: { name: string }) => name === version);
  write(spec.names.kind, spec.group, version, objectOf(closed(schema.openAPIV3Schema)));
}

function moduleFolder(module: string): string {
  const answer = execFileSync('go', ['mod', 'download', '-json', module], {
    cwd: '/',
    encoding: 'utf8',
    env: { ...process.env, GOFLAGS: '-mod=mod' },
  });
  return JSON.parse(answer).Dir;
}

function kindsOf(schema: Json): { group: string; kind: string; version: string }[] {
  const kinds = objectOf(schema)['x-kubernetes-group-version-kind'];
  return (kinds ?? []) as { group: string; kind: string; version: string }[];
}

/** The definitions that a schema references, closed and by their short names. */
function definitionsOf(schema: Json, all: JsonObject, found: JsonObject = {}): JsonObject {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (name in found) continue;
    found[name] = closed(all[name] ?? null);
    definitionsOf(all[name] ?? null, all, found);
  }
  return found;
}

/** A schema without descriptions. An object with named properties accepts no others, as in the API server's strict mode. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') {
      result['properties'] = Object.fromEntries(
        Object.entries(objectOf(value)).map(([name, property]) => [name, closed(property)]),
      );
    } else if (key === '$ref') {
      result['$ref'] = String(value).replace('#/components/schemas/', '#/definitions/');
    } else if (key !== 'description' && key !== 'default' && key !== 'example' && !key.startsWith('x-')) {
      result[key] = closed(value);
    }
  }
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true || 'additionalProperties' in schema;
  if ('properties' in schema && !isOpen) result['additionalProperties'] = false;
  return result;
}

function objectOf(value: Json): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('expected an object');
  return value;
}

function write(kind: string, group: string, version: string, schema: JsonObject): void {
  const name = [kind, group.split('.')[0] ?? '', version].filter((part) => part !== '').join('-');
  writeFileSync(new URL(`${name.toLowerCase()}.json`, SCHEMAS), `${JSON.stringify(schema)}\n`);
}
