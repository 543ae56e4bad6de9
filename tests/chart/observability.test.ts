import { readFileSync } from 'node:fs';
import { API_SERVICES, describeEndpoints, wholeContract } from '@gatehouse/contract';
import { expect, test } from '@jest/globals';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { describeChart } from './support/describe-chart.ts';
import { INSTALLATIONS } from './support/installations.ts';
import { type Manifest, ofKind, render } from './support/render.ts';

/** What the parts serve: `tests/contract/telemetry/prometheus.test.ts` scrapes them. */
const METRICS: readonly { name: string; type: string; labels: string[] }[] = JSON.parse(
  readFileSync(new URL('deploy/helm/gatehouse/files/metrics.json', REPOSITORY_ROOT), 'utf8'),
);

/** Labels of the scrape itself. */
const SCRAPED = new Set(['job', 'namespace', 'instance', 'pod', 'le']);
const FUNCTIONS = new Set(
  'sum rate by absent min max topk histogram_quantile on ignoring group_left and or offset label_values increase le'.split(
    ' ',
  ),
);

const watched = () => render(INSTALLATIONS['watched and scaled']);
const alerts = (): readonly Manifest[] =>
  Object.values(ofKind(watched(), 'PrometheusRule')).flatMap(({ spec }) =>
    spec.groups.flatMap(({ rules }: Manifest) => rules),
  );
const dashboard = (): Manifest => {
  const [{ data }] = Object.values(ofKind(watched(), 'ConfigMap')).filter(({ data: files }) =>
    Object.keys(files).some((name) => name.endsWith('.json')),
  );
  return JSON.parse(Object.values(data as Record<string, string>)[0] ?? '');
};
const queries = (): readonly (readonly [string, string])[] => [
  ...alerts().map(({ alert, expr }) => [`alert ${alert}`, expr] as const),
  ...dashboard().panels.flatMap(({ title, targets = [] }: Manifest) =>
    targets.map(({ expr }: Manifest) => [`panel ${title}`, expr] as const),
  ),
];

/** Metric and label names of a PromQL expression; strings, numbers and `$variables` are removed first. */
function namesOf(expression: string): { metrics: string[]; labels: string[] } {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '""')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b\d[\w.]*/g, '');
  const labels = [
    ...[...bare.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*""/g)].map(([, name = '']) => name),
    ...[...bare.matchAll(/\b(?:by|on|ignoring)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
      list.split(/\s*,\s*/),
    ),
  ];
  const outside = bare.replaceAll(/\{[^}]*\}/g, '').replaceAll(/\b(?:by|on|ignoring)\s*\([^)]*\)/g, '');
  const metrics = [...outside.matchAll(/[a-z_][a-z0-9_]*/g)]
    .map(([name]) => name)
    .filter((name) => !FUNCTIONS.has(name));
  return { metrics: [...new Set(metrics)], labels: [...new Set(labels)].filter((name) => name !== '') };
}

/** The metric that a series belongs to. */
function metricOf(series: string) {
  return METRICS.filter(({ name, type }) =>
    type === 'histogram'
      ? ['_bucket', '_sum', '_count'].some((end) => series === name + end)
      : series === name,
  );
}

describeChart('the dashboard and the alerts', () => {
  test('the alert about slow requests leaves out refusals that wait on purpose, and files that go at the speed of the client', () => {
    const { expr = '' } = alerts().find(({ alert }) => alert === 'GatehouseApiSlow') ?? {};
    const [, statuses = ''] = /http_response_status_code!~"([^"]*)"/.exec(expr) ?? [];
    expect(
      ['200', '429', '499', '503'].filter((status) => new RegExp(`^(${statuses})$`).test(status)),
    ).toEqual(['429', '499']);
    const [, routes = ''] = /http_route!~"([^"]*)"/.exec(expr) ?? [];
    const endpoints = describeEndpoints(wholeContract);
    const transfers = endpoints.filter(
      ({ upload, download, attachment }) => upload ?? download ?? attachment,
    );
    expect(transfers.length).toBeGreaterThan(5);
    expect(
      endpoints.filter(({ path }) => new RegExp(`^(${routes})$`).test(path)).map(({ path }) => path),
    ).toEqual(
      endpoints.filter(({ path }) => transfers.some((one) => one.path === path)).map(({ path }) => path),
    );
  });

  test('query only metrics and labels that the parts serve', () => {
    expect(queries().length).toBeGreaterThan(20);
    for (const [where, expression] of queries()) {
      const { metrics, labels } = namesOf(expression);
      expect([where, metrics]).not.toEqual([where, []]);
      const known = new Set(SCRAPED);
      for (const series of metrics.filter((name) => name !== 'up')) {
        expect([where, series, metricOf(series).length > 0]).toEqual([where, series, true]);
        for (const { labels: own } of metricOf(series)) for (const label of own) known.add(label);
      }
      expect([where, labels.filter((label) => !known.has(label))]).toEqual([where, []]);
    }
  });

  test('an alert about a part that is absent says which: its selector has no operator', () => {
    const [down = ''] = alerts()
      .filter(({ alert }) => alert === 'GatehouseTargetDown')
      .map(({ expr }) => expr);
    const absent = [...down.matchAll(/absent\(([^)]*)\)/g)].map(([, selector = '']) => selector);
    expect(absent.map((selector) => /^up\{namespace="[^"]+",job="[^"]+"\}$/.test(selector))).toEqual(
      [...API_SERVICES, 'web'].map(() => true),
    );
    expect(down).toContain('sum by (namespace, job) (up{');
  });

  test('the alert about sessions read twice fires although most documents read none', () => {
    const { expr } = alerts().find(({ alert }) => alert === 'GatehouseSessionReadTwice');
    // 80 documents without a call, 15 with one and 5 with two. Prometheus 3 stores `le="1"` as `le="1.0"`.
    const counted = [
      ['bucket', '0', 80],
      ['bucket', '1', 95],
      ['bucket', '1.0', 95],
      ['bucket', '2', 100],
      ['count', '', 100],
      ['sum', '', 25],
    ] as const;
    const rates = /rate\(gatehouse_session_calls_(\w+)\{[^}]*?(?:,le=~"([^"]*)")?\}\[\w+\]\)/g;
    const values = [...expr.matchAll(rates)].map(([, part, le = '']) =>
      counted
        .filter(([of, bound]) => of === part && new RegExp(`^(?:${le})$`).test(bound))
        .map(([, , n]) => n),
    );
    expect(values).toEqual([[100], [95, 95]]);
    expect(expr.replaceAll(rates, 'rate')).toBe('sum(rate - ignoring (le) rate) > 0');
  });

  test('no alert about refusals counts an outage, and each outage has one', () => {
    const counting = alerts().filter(({ expr }) => /access_decision!/.test(expr));
    expect(counting.map(({ alert }) => alert)).toEqual(['GatehouseFailedSignIns', 'GatehouseRefusalsJump']);
    for (const { alert, expr } of counting) {
      const conditions = new Set(
        [...expr.matchAll(/(?<=[{,])access_decision!~"[^"]*"/g)].map(([condition]) => condition),
      );
      expect([alert, ...conditions]).toEqual([
        alert,
        'access_decision!~"allowed|error|dependency_unavailable|client_disconnected"',
      ]);
    }
    const unavailable = alerts().filter(({ expr }) => expr.includes('http_response_status_code="503"'));
    // Reads outnumber writes, which a database that is read-only refuses alone.
    expect(unavailable[0]?.expr).toContain('http_request_method!~"GET|HEAD"');
    expect(unavailable.map(({ alert, labels }) => [alert, labels.severity])).toEqual([
      ['GatehouseDatabaseUnavailable', 'critical'],
      ['GatehouseWebUnavailable', 'critical'],
      ['GatehouseOverload', 'warning'],
    ]);
  });

  test('a query with a misspelt metric or label would be found', () => {
    expect(
      namesOf('sum by (job, colour) (rate(gatehouse_sign_in_total{job="x",mood!="y"}[5m])) > 0.5'),
    ).toEqual({
      metrics: ['gatehouse_sign_in_total'],
      labels: ['job', 'mood', 'colour'],
    });
    expect(metricOf('gatehouse_sign_in_total')).toEqual([]);
  });

  test('every alert has a severity, a summary and a runbook in docs/operations.md', () => {
    const text = readFileSync(new URL('docs/operations.md', REPOSITORY_ROOT), 'utf8');
    const anchors = new Set(
      [...text.matchAll(/^#+ (\w+)$/gm)].map(([, heading = '']) => heading.toLowerCase()),
    );
    expect(alerts().length).toBeGreaterThanOrEqual(10);
    for (const { alert, labels, annotations } of alerts()) {
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(labels.team).toBe('market');
      expect(annotations.summary).not.toBe('');
      expect(annotations.runbook_url).toBe(`https://wiki.example.com/gatehouse#${alert.toLowerCase()}`);
      expect([alert, anchors.has(alert.toLowerCase())]).toEqual([alert, true]);
    }
  });

  test('without an address of the runbooks no alert has a link that leads nowhere', () => {
    const rules = ofKind(render({ prometheusRule: { enabled: true } }), 'PrometheusRule');
    const annotations = Object.values(rules).flatMap(({ spec }) =>
      spec.groups.flatMap(({ rules: each }: Manifest) => each.map((rule: Manifest) => rule.annotations)),
    );
    expect(annotations.length).toBe(alerts().length);
    for (const one of annotations) expect(Object.keys(one)).toEqual(['summary']);
  });

  test('Prometheus finds the port of the metrics', () => {
    const [monitor] = Object.values(ofKind(watched(), 'ServiceMonitor'));
    expect(monitor.spec.endpoints).toEqual([{ port: 'metrics', interval: '30s' }]);
    const { matchLabels, matchExpressions } = monitor.spec.selector;
    const services = Object.values(ofKind(watched(), 'Service')).filter(({ metadata }) =>
      Object.entries(matchLabels).every(([key, value]) => metadata.labels[key] === value),
    );
    expect(services.length).toBe(API_SERVICES.length + 1);
    for (const { metadata, spec } of services) {
      expect(matchExpressions[0].values).toContain(metadata.labels['app.kubernetes.io/component']);
      expect(spec.ports.map(({ name }: Manifest) => name)).toEqual(['http', 'metrics']);
    }
  });

  test('are disabled by default', () => {
    for (const kind of ['ServiceMonitor', 'PrometheusRule', 'ConfigMap']) {
      const names = Object.keys(ofKind(render(), kind)).filter((name) => name !== 'gate-gatehouse-test');
      expect([kind, names]).toEqual([kind, []]);
    }
  });
});
