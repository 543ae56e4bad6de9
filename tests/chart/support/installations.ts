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

/** A container of an operator, as the restricted Pod Security Standard demands it. */
function sidecar(name: string): Values {
  return {
    name,
    image: 'proxy.example.com/proxy:1.2.3',
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    resources: { requests: { cpu: '10m', memory: '16Mi' }, limits: { memory: '32Mi' } },
  };
}

/** Realistic installations. Each switch is on in one of them and off in another. */
export const INSTALLATIONS: Readonly<Record<string, Values>> = {
  ...CI_VALUES,
  'the least': {},
  'a quick try': { quickstart: true },
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
  'behind a Gateway, with an API host': {
    api: { host: 'api.example.com', cookieDomain: 'example.com' },
    httpRoute: {
      enabled: true,
      public: { parentRefs: [{ name: 'public' }] },
      team: { parentRefs: [{ name: 'internal' }] },
      api: { parentRefs: [{ name: 'public' }] },
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
  'with its database, from a backup': {
    database: { host: '' },
    cluster: {
      enabled: true,
      bootstrap: {
        recovery: { source: 'former', recoveryTarget: { targetTime: '2027-03-01 09:00:00+00' } },
      },
      externalClusters: [
        {
          name: 'former',
          plugin: {
            name: 'barman-cloud.cloudnative-pg.io',
            parameters: { barmanObjectName: 'store', serverName: 'former' },
          },
        },
      ],
    },
  },
  'with External Secrets': {
    externalSecrets: { enabled: true, secretStoreRef: { name: 'vault' } },
    redis: { enabled: true },
    smtp: { enabled: true },
    documents: { enabled: true },
  },
  'watched and scaled': {
    defaults: { autoscaling: { enabled: true }, priorityClassName: 'important' },
    telemetry: { endpoint: 'http://collector.observability:4318' },
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    prometheusRule: {
      enabled: true,
      labels: { release: 'prometheus' },
      alertLabels: { team: 'market' },
      runbookUrl: 'https://wiki.example.com/gatehouse',
    },
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
  'with the options of other charts': {
    global: { imageRegistry: 'mirror.example.com/market', imagePullSecrets: [{ name: 'mirror' }] },
    commonAnnotations: { owner: 'market' },
    notice: 'A test system',
    companyReview: true,
    keepAliveSeconds: 620,
    defaults: {
      annotations: { 'reloader.stakater.com/auto': 'true' },
      serviceAnnotations: { 'cloud.example.com/neg': 'true' },
      autoscaling: {
        enabled: true,
        targetCPUUtilizationPercentage: 0,
        targetMemoryUtilizationPercentage: 80,
        behavior: { scaleUp: { stabilizationWindowSeconds: 30 } },
      },
      probes: { readiness: { periodSeconds: 3 } },
      strategy: { rollingUpdate: { maxSurge: 2 } },
      revisionHistoryLimit: 2,
      hostAliases: [{ ip: '192.0.2.1', hostnames: ['mail.example.com'] }],
      extraEnv: [
        { name: 'LOG_LEVEL', value: 'debug' },
        { name: 'REQUESTS_AT_ONCE', value: '500' },
      ],
      extraEnvFrom: [{ configMapRef: { name: 'shared' } }],
      extraVolumes: [{ name: 'authorities', configMap: { name: 'authorities' } }],
      extraVolumeMounts: [{ name: 'authorities', mountPath: '/etc/authorities' }],
    },
    services: {
      web: { extraEnv: [{ name: 'REQUESTS_AT_ONCE', value: '200' }] },
      talent: {
        initContainers: [sidecar('prepare')],
        extraContainers: [sidecar('proxy')],
      },
    },
    jobs: { podAnnotations: { 'sidecar.istio.io/inject': 'false' }, extraEnvFrom: [] },
    database: { clientCertSecrets: { owner: 'owner-certificate', identity: 'identity-certificate' } },
    extraDeploy: [
      `apiVersion: v1
kind: ConfigMap
metadata:
  {{- include "gatehouse.metadata" (dict "root" . "component" "extra") | nindent 2 }}
data: {note: of the release}`,
    ],
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
