import { findFreePort } from '@gatehouse/local-system';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import {
  freshAccount,
  freshAddress,
  MAX_KEYS,
  repeat,
  startThrottledIdentity,
  type ThrottledIdentity,
} from '#support/throttled-identity.ts';

/** How many requests one address sends to fill the memory; `make assurance` makes 100,000 of it. */
const REQUESTS = Number(process.env['THROTTLE_REQUESTS'] ?? 3000);

let identity: ThrottledIdentity;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await findFreePort();
  identity = await startThrottledIdentity(1, prometheusOn(metricsPort));
});
afterAll(() => identity.stop());

/** The keys that the stores of the process hold, by their names. */
async function keysHeld(): Promise<ReadonlyMap<string | undefined, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const lines = [
    ...text.matchAll(/^gatehouse_throttle_keys\{.*gatehouse_throttle_name="([^"]+)".*\} (\d+)/gm),
  ];
  return new Map(lines.map(([, name, held]) => [name, Number(held)]));
}

test('F7: requests without end, each for another account, do not fill the memory', async () => {
  const attacker = freshAddress();
  for (let sent = 0; sent < REQUESTS; sent += 100) {
    await repeat(50, () => identity.reset(attacker, freshAccount()));
    await repeat(50, () => identity.tryPassword(attacker, freshAccount()));
  }
  // From elsewhere each time: here the address refuses nothing, and the store itself must be bounded.
  for (let sent = 0; sent < MAX_KEYS * 2; sent += 50)
    await repeat(50, () => identity.reset(freshAddress(), freshAccount()));
  const held = await keysHeld();
  expect(held.get('password-reset:address')).toBe(MAX_KEYS);
  for (const keys of held.values()) expect(keys).toBeLessThanOrEqual(MAX_KEYS);
  // What the one address has spent is not forgotten for the many that came once.
  expect((await identity.reset(attacker, freshAccount())).status).toBe(429);
  recordFinding('Limits by address and by account', {
    tried: 'F7: requests of one address, each for another account, and of many addresses',
    counted: {
      requests: REQUESTS + MAX_KEYS * 2,
      'keys a store may hold': MAX_KEYS,
      'keys beyond that': 0,
    },
  });
}, 600_000);

/** Metrics as the chart exports them. */
function prometheusOn(port: number): Record<string, string> {
  return {
    OTEL_TRACES_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'none',
    OTEL_METRICS_EXPORTER: 'prometheus',
    OTEL_EXPORTER_PROMETHEUS_HOST: '127.0.0.1',
    OTEL_EXPORTER_PROMETHEUS_PORT: String(port),
  };
}
