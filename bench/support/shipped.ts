import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ApiService } from '@gatehouse/contract';
import { BENCH_HOST } from './bench-host.ts';
import { type Subject, startSubject } from './subject.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** `NODE_OPTIONS` of the images of the API services. */
export const SERVICE_NODE_OPTIONS =
  /^ENV NODE_OPTIONS="(.*)"$/m.exec(readFileSync(`${ROOT}Dockerfile`, 'utf8'))?.[1] ?? '';

type Part = ApiService | 'web';

/** A part, started like its image. */
export interface ShippedPart {
  readonly entry: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * A part as shipped: all middleware, one log line per request, 10 % of the traces (the chart's default), metrics, and its
 * image's options for Node.
 */
export function shippedPart(part: Part, collectorPort: number): ShippedPart {
  return {
    entry: part === 'web' ? 'services/web/server/main.ts' : `services/${part}/src/main.ts`,
    environment: {
      ...(part === 'web' ? {} : { NODE_OPTIONS: SERVICE_NODE_OPTIONS }),
      PUBLIC_HOST: BENCH_HOST,
      TEAM_HOST: `team.${BENCH_HOST}`,
      ...(part === 'identity' ? { SECRETS_KEY: Buffer.alloc(32).toString('base64') } : {}),
      // The whole load comes from one address.
      PUBLIC_READS_PER_ADDRESS: '1000000000',
      SEARCHES_PER_ADDRESS: '1000000000',
      PASSKEY_CHALLENGES_PER_ADDRESS: '1000000000',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_METRICS_EXPORTER: 'otlp',
      OTEL_LOGS_EXPORTER: 'none',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    },
  };
}

/** Starts a part with its own variables. @throws {Error} like `startSubject`. */
export async function startShipped(
  part: Part,
  collectorPort: number,
  own: Readonly<Record<string, string>>,
): Promise<Subject> {
  const { entry, environment } = shippedPart(part, collectorPort);
  return startSubject(entry, { ...environment, ...own });
}
