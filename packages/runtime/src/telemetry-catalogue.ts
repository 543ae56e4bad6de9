import {
  type BatchObservableCallback,
  type Counter,
  type Histogram,
  type Meter,
  metrics,
  type Observable,
} from '@opentelemetry/api';

/** Every attribute of Gatehouse's spans and metrics; docs/telemetry.md lists them. */
export const ATTRIBUTES = {
  'access.rule':
    'the rule of the endpoint: `public`, `user`, `employer`, `employer:owner`, `talent:profile.read`, `admin:viewer`, `admin:operator:fresh` …',
  'access.decision':
    '`allowed`, the code of the refusal, `error`, or `client_disconnected`: the client closed its connection, and nothing was done',
  'access.talent_access.state': 'on a refusal: `none`, `pending`, `active`, `suspended`',
  'access.org_membership.status': 'on a refusal: `none`, `active`, `revoked`',
  'access.org_membership.role': 'on a refusal: `owner`, `member`',
  'access.company.condition': 'on a refusal: `active`, `disabled`',
  'access.admin.role': 'on a refusal: `viewer`, `operator`',
  'access.authentication.is_fresh':
    'on a refusal: whether the last authentication of the session is at most 10 minutes old',
  'access.second_factor.is_fresh': 'on a refusal: whether the last second factor is at most 15 minutes old',
  'session.outcome': '`live`, `none`, `ambiguous`, `not_read` (a public endpoint)',
  'enduser.pseudo.id':
    'the id of the user or admin, also of a refused one; it means nothing outside the database',
  'gatehouse.host': '`public`, `team`',
  'gatehouse.session_calls':
    'session calls to the API that this document or data request made: 0 or 1 (B4, W2)',
  'gatehouse.page_reused':
    'whether the document is a public page that was rendered for another visitor; it then made no call to the API',
  'gatehouse.throttle.name':
    'the store of a limit: `sign-in:user:address`, `password-reset:account`, `search:network` …',
  'gatehouse.policy_redirect': 'the path to which a policy redirected',
  'gatehouse.identity_system': '`user`, `admin`',
  'gatehouse.mail.priority': '`security`, `ordinary`',
  'gatehouse.write.lane':
    '`ordinary`; `reserved`: ends, starts or revokes access, of users; `staff`: the same of staff',
  'gatehouse.retention.kind':
    'what the retention job removes: `user_sessions`, `mail_outbox`, `audit_events` … (docs/data.md)',
  'gatehouse.document_store.operation': '`put`, `find`, `delete`, `list`',
  'http.request.method': 'semantic conventions',
  'http.route': 'semantic conventions: the path template, without `API_BASE_PATH`',
  'http.response.status_code': 'semantic conventions',
  'url.path': 'semantic conventions; of documents, without the query',
  'error.type': 'semantic conventions: the status of a 5xx, or the SQLSTATE, code or name of an error',
  'db.system.name': 'semantic conventions: `postgresql`',
  'db.query.summary': 'semantic conventions: the name of the statement, never its values',
  'db.operation.batch.size': 'semantic conventions: how many requests this query answers',
  'db.client.connection.pool.name':
    'semantic conventions: `gatehouse-employer-read` and so on, as in `pg_stat_activity`',
  'db.client.connection.state': 'semantic conventions: `used`, `idle`',
} as const;

type AttributeName = keyof typeof ATTRIBUTES;

interface MetricDescription {
  readonly kind: 'counter' | 'histogram' | 'up-down counter' | 'gauge';
  readonly unit: string;
  readonly description: string;
  readonly attributes: readonly AttributeName[];
  /** Upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[];
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const;

/** Every metric of Gatehouse; docs/telemetry.md lists them. */
export const METRICS = {
  'http.server.request.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Duration of requests; on the web tier of documents and data requests, by host.',
    attributes: [
      'http.request.method',
      'http.route',
      'http.response.status_code',
      'error.type',
      'gatehouse.host',
    ],
    buckets: SECONDS,
  },
  'gatehouse.access.decisions': {
    kind: 'counter',
    unit: '{request}',
    description: 'Requests by access rule and decision.',
    attributes: ['access.rule', 'access.decision'],
  },
  'gatehouse.sign_ins': {
    kind: 'counter',
    unit: '{attempt}',
    description: 'Sign-ins by identity system and outcome.',
    attributes: ['gatehouse.identity_system', 'access.decision'],
  },
  'gatehouse.throttle.hits': {
    kind: 'counter',
    unit: '{request}',
    description: 'Requests that a throttle refused.',
    attributes: ['http.route'],
  },
  'gatehouse.throttle.keys': {
    kind: 'up-down counter',
    unit: '{key}',
    description: 'Addresses and accounts that a limit counts in this process; bounded by `THROTTLE_KEYS`.',
    attributes: ['gatehouse.throttle.name'],
  },
  'gatehouse.throttle.evictions': {
    kind: 'counter',
    unit: '{key}',
    description: 'Addresses and accounts that a limit evicted because its store was full.',
    attributes: ['gatehouse.throttle.name'],
  },
  'gatehouse.throttle.redis_failures': {
    kind: 'counter',
    unit: '{command}',
    description: 'Commands of throttles that Redis did not carry out, so that the process counted in memory.',
    attributes: [],
  },
  'gatehouse.mail.queue.size': {
    kind: 'gauge',
    unit: '{mail}',
    description:
      'Mails in the outbox that are due and not yet sent; every identity instance reports the same.',
    attributes: ['gatehouse.mail.priority'],
  },
  'gatehouse.mail.queue.age': {
    kind: 'gauge',
    unit: 's',
    description: 'How long the oldest due mail has waited.',
    attributes: ['gatehouse.mail.priority'],
  },
  'gatehouse.retention.removed': {
    kind: 'gauge',
    unit: '{row}',
    description: 'Rows that the retention job has removed so far; every identity instance reports the same.',
    attributes: ['gatehouse.retention.kind'],
  },
  'gatehouse.retention.due.age': {
    kind: 'gauge',
    unit: 's',
    description: 'How long the oldest row that the last run left has been due; 0: it left none.',
    attributes: ['gatehouse.retention.kind'],
  },
  'gatehouse.retention.success.age': {
    kind: 'gauge',
    unit: 's',
    description: 'Time since the end of the last run that left nothing due.',
    attributes: ['gatehouse.retention.kind'],
  },
  'gatehouse.security_contact.lifetime': {
    kind: 'gauge',
    unit: 's',
    description:
      'Time until `SECURITY_CONTACT_EXPIRES`; from 0 on there is no `security.txt`. Absent without a contact.',
    attributes: [],
  },
  'gatehouse.document_store.duration': {
    kind: 'histogram',
    unit: 's',
    description:
      'Duration of calls to the S3-compatible store of documents, also of those that the process rejects after failures.',
    attributes: ['gatehouse.document_store.operation', 'error.type'],
    buckets: SECONDS,
  },
  'gatehouse.session_calls': {
    kind: 'histogram',
    unit: '{call}',
    description: 'Session calls to the API that one document or data request made.',
    attributes: ['gatehouse.host'],
    buckets: [0, 1, 2],
  },
  'gatehouse.write.wait_time': {
    kind: 'histogram',
    unit: 's',
    description: 'How long a write waited for earlier ones of its account or network, in this process.',
    attributes: ['gatehouse.write.lane'],
    buckets: SECONDS,
  },
  'gatehouse.shared_query.size': {
    kind: 'histogram',
    unit: '{request}',
    description: 'Requests that one query answered.',
    attributes: ['db.query.summary'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  },
  'db.client.connection.count': {
    kind: 'up-down counter',
    unit: '{connection}',
    description: 'Connections of a pool.',
    attributes: ['db.client.connection.pool.name', 'db.client.connection.state'],
  },
  'db.client.connection.pending_requests': {
    kind: 'up-down counter',
    unit: '{request}',
    description: 'Requests that wait for a connection.',
    attributes: ['db.client.connection.pool.name'],
  },
  'db.client.connection.wait_time': {
    kind: 'histogram',
    unit: 's',
    description: 'How long a request waited for a connection.',
    attributes: ['db.client.connection.pool.name'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2],
  },
  'nodejs.eventloop.delay.p50': {
    kind: 'gauge',
    unit: 's',
    description: 'Event loop delay, median.',
    attributes: [],
  },
  'nodejs.eventloop.delay.p99': {
    kind: 'gauge',
    unit: 's',
    description: 'Event loop delay, 99th percentile.',
    attributes: [],
  },
  'nodejs.eventloop.delay.max': {
    kind: 'gauge',
    unit: 's',
    description: 'Event loop delay, maximum.',
    attributes: [],
  },
  'nodejs.eventloop.utilization': {
    kind: 'gauge',
    unit: '1',
    description: 'Share of time in which the event loop was busy.',
    attributes: [],
  },
  'process.memory.usage': {
    kind: 'up-down counter',
    unit: 'By',
    description: 'Resident memory.',
    attributes: [],
  },
} as const satisfies Readonly<Record<string, MetricDescription>>;

type MetricName = keyof typeof METRICS;
type NameOf<Kind extends MetricDescription['kind']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['kind'] extends Kind ? Name : never;
}[MetricName];

/** Attributes that the metric's description allows. The others are `never`, so that a spread cannot add them either. */
export type AttributesOf<Name extends MetricName> = {
  readonly [Key in AttributeName]?: Key extends (typeof METRICS)[Name]['attributes'][number]
    ? string | number
    : never;
};

/** A histogram of the catalogue. Create it after the SDK has started, or it records nothing. */
export function createHistogram<Name extends NameOf<'histogram'>>(
  scope: string,
  name: Name,
): Histogram<AttributesOf<Name>> {
  const { unit, description, buckets } = METRICS[name];
  return metrics
    .getMeter(scope)
    .createHistogram(name, { unit, description, advice: { explicitBucketBoundaries: [...buckets] } });
}

/** A counter of the catalogue. Create it after the SDK has started, or it is never exported. */
export function createCounter<Name extends NameOf<'counter'>>(
  scope: string,
  name: Name,
): Counter<AttributesOf<Name>> {
  const { unit, description } = METRICS[name];
  return metrics.getMeter(scope).createCounter(name, { unit, description });
}

/** A counter of the catalogue whose totals `read` reports at each export. Create it after the SDK has started. */
export function observeCounter<Name extends NameOf<'counter'>>(
  scope: string,
  name: Name,
  read: (observe: (total: number, attributes: AttributesOf<Name>) => void) => void,
): void {
  const { unit, description } = METRICS[name];
  metrics
    .getMeter(scope)
    .createObservableCounter(name, { unit, description })
    .addCallback((result) => read((total, attributes) => result.observe(total, attributes)));
}

/** A gauge or an up-down counter of the catalogue that is observed at each export. */
export function createObservable<Name extends NameOf<'gauge' | 'up-down counter'>>(
  meter: Meter,
  name: Name,
): Observable<AttributesOf<Name>> {
  const { kind, unit, description } = METRICS[name];
  return kind === 'gauge'
    ? meter.createObservableGauge(name, { unit, description })
    : meter.createObservableUpDownCounter(name, { unit, description });
}

/** Gauges of the catalogue that one `read` reports at each export, until `stop`. A failed `read` reports nothing. */
export function observeGauges<Name extends NameOf<'gauge'>>(
  scope: string,
  names: readonly Name[],
  read: (observe: (name: Name, value: number, attributes: AttributesOf<Name>) => void) => Promise<void>,
): { stop(): void } {
  const meter = metrics.getMeter(scope);
  const gauges = new Map(names.map((name) => [name, createObservable(meter, name)]));
  const report: BatchObservableCallback<AttributesOf<Name>> = (result) =>
    read((name, value, attributes) => {
      const gauge = gauges.get(name);
      if (gauge !== undefined) result.observe(gauge, value, attributes);
    });
  meter.addBatchObservableCallback(report, [...gauges.values()]);
  return { stop: () => meter.removeBatchObservableCallback(report, [...gauges.values()]) };
}
