import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { meetingPlace } from '@gatehouse/testkit';

/** A span as it came by OTLP/JSON. */
export interface CollectedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  /** 2 is SERVER, 3 is CLIENT. */
  readonly kind: number;
  /** How long it lasted. */
  readonly millis: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Ids of the spans that it links to. */
  readonly links: readonly string[];
  /** The traces of those. */
  readonly linkedTraces: readonly string[];
}

/** A metric's data point as it came by OTLP/JSON. */
export interface CollectedPoint {
  readonly service: string;
  readonly metric: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly value: number;
}

/** An OTLP collector that keeps what it gets. */
export interface Collector {
  /** For `OTEL_*`: everything is exported often, as JSON. */
  readonly environment: Readonly<Record<string, string>>;
  readonly spans: CollectedSpan[];
  readonly points: CollectedPoint[];
  /** Every byte that came, for what must not be in it. */
  readonly texts: string[];
  stop(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const collected = { spans: [] as CollectedSpan[], points: [] as CollectedPoint[], texts: [] as string[] };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      collected.texts.push(text);
      const body = JSON.parse(text);
      for (const resource of body.resourceSpans ?? []) collectSpans(resource, collected.spans);
      for (const resource of body.resourceMetrics ?? []) collectPoints(resource, collected.points);
      response.setHeader('Content-Type', 'application/json');
      response.end('{}');
    });
  });
  const { listenOn, name } = meetingPlace();
  await new Promise<void>((resolve) => server.listen(0, listenOn, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...collected,
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://${name}:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_METRICS_EXPORTER: 'otlp',
      OTEL_LOGS_EXPORTER: 'none',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_METRIC_EXPORT_INTERVAL: '300',
      OTEL_METRIC_EXPORT_TIMEOUT: '300',
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: OTLP/JSON as it comes; an absent field fails the expectation of a test.
type Json = any;

function collectSpans(resource: Json, spans: CollectedSpan[]): void {
  const service = String(attributesOf(resource.resource.attributes)['service.name']);
  for (const scope of resource.scopeSpans) {
    for (const span of scope.spans) {
      spans.push({
        service,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        name: span.name,
        kind: span.kind,
        millis: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
        attributes: attributesOf(span.attributes),
        links: (span.links ?? []).map((link: Json) => link.spanId),
        linkedTraces: (span.links ?? []).map((link: Json) => link.traceId),
      });
    }
  }
}

function collectPoints(resource: Json, points: CollectedPoint[]): void {
  const service = String(attributesOf(resource.resource.attributes)['service.name']);
  for (const scope of resource.scopeMetrics) {
    for (const metric of scope.metrics) {
      const data = metric.sum ?? metric.gauge ?? metric.histogram;
      for (const point of data.dataPoints) {
        const value = Number(point.asInt ?? point.asDouble ?? point.count);
        points.push({ service, metric: metric.name, attributes: attributesOf(point.attributes), value });
      }
    }
  }
}

function attributesOf(list: Json): Record<string, unknown> {
  return Object.fromEntries(
    (list ?? []).map(({ key, value }: Json) => [key, Object.values(value as object)[0]]),
  );
}
