import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';
import { CHART, type Values } from './render.ts';

/** The values of chart-testing, one installation per file. */
const CI_VALUES = Object.fromEntries(
  globSync(`${CHART}/ci/*-values.yaml`).map((path) => [
    `chart-testing: ${basename(path)}`,
    parse(readFileSync(path, 'utf8')) as Values,
  ]),
);

/** Realistic installations. Each switch is on in one of them and off in another. */
export const INSTALLATIONS: Readonly<Record<string, Values>> = {
  ...CI_VALUES,
  'the least': {},
  'behind an Ingress, with certificates by cert-manager': {
    ingress: { enabled: true, public: { className: 'nginx' }, team: { className: 'internal' } },
    tls: { certManager: { enabled: true, issuerRef: { name: 'letsencrypt' } } },
  },
  'behind a Gateway': {
    httpRoute: {
      enabled: true,
      public: { parentRefs: [{ name: 'public', namespace: 'gateways', sectionName: 'https' }] },
      team: { parentRefs: [{ name: 'internal', namespace: 'gateways' }] },
    },
  },
  'with an API host': {
    api: { host: 'api.example.com', cookieDomain: 'example.com' },
    ingress: { enabled: true },
    tls: { secretName: 'wildcard' },
  },
  'with its database': {
    database: { host: '' },
    cluster: {
      enabled: true,
      storage: { storageClass: 'fast' },
      resources: { requests: { memory: '2Gi' } },
      backup: { retentionPolicy: '30d' },
      plugins: [{ name: 'barman-cloud.cloudnative-pg.io' }],
    },
    firstAdmin: { enabled: true, email: 'ada@example.com', name: 'Ada "A" Lovelace' },
  },
  'with External Secrets': {
    externalSecrets: { enabled: true, secretStoreRef: { name: 'vault' } },
    redis: { enabled: true },
    smtp: { enabled: true },
  },
  'watched and scaled': {
    defaults: { autoscaling: { enabled: true }, priorityClassName: 'important' },
    telemetry: { endpoint: 'http://collector.observability:4318' },
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    prometheusRule: { enabled: true, labels: { release: 'prometheus' }, alertLabels: { team: 'market' } },
    dashboard: { enabled: true, annotations: { 'k8s-sidecar-target-directory': 'market' } },
  },
  'with everything that can be said of pods': {
    image: { registry: 'registry.example.com/market', pullSecrets: [{ name: 'registry' }] },
    commonLabels: { team: 'market' },
    securityContext: { runAsUser: null, runAsGroup: null },
    defaults: {
      podAnnotations: { note: 'a' },
      podLabels: { tier: 'market' },
      serviceAccountAnnotations: { note: 'b' },
      nodeSelector: { 'kubernetes.io/arch': 'arm64' },
      tolerations: [{ key: 'market', operator: 'Exists' }],
      affinity: { nodeAffinity: {} },
    },
    services: {
      identity: { extraEnv: [{ name: 'USER_SESSION_SECONDS', value: '86400' }] },
      web: { replicas: 5, image: { digest: `sha256:${'a'.repeat(64)}` } },
    },
    database: { caSecret: { name: 'postgres-ca' }, owner: { host: 'direct.example.com', port: 5433 } },
  },
  bare: {
    networkPolicy: { enabled: false },
    migrations: { enabled: false },
    defaults: { podDisruptionBudget: { enabled: false }, topologySpreadKeys: [] },
    telemetry: { metrics: { enabled: false } },
    hosts: { scheme: 'http', public: 'localhost:8080', team: 'team.localhost:8080' },
    database: { sslMode: 'disable', provisionRoles: false },
    ingress: { enabled: true },
  },
};
