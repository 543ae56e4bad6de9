import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_TOTP_SECRET } from '@gatehouse/demo-data';
import { TOTP } from 'otpauth';
import type { ApiClient } from './api-client.ts';

const STEP_MILLIS = 30_000;

/** The last time step that has been used, by system and admin: each code works once. */
const usedSteps = new WeakMap<ApiClient, Map<string, number>>();

/**
 * A one-time code of a demo admin that has not been given before to this system; a service takes the codes of the step
 * before, of this one and of the next, and when all three are used this waits, up to 30 seconds, for another.
 */
export async function nextOneTimeCode(client: ApiClient, email: string): Promise<string> {
  const steps = usedSteps.get(client) ?? new Map<string, number>();
  usedSteps.set(client, steps);
  const now = () => Math.floor(Date.now() / STEP_MILLIS);
  // Near its end a step may be over before the code arrives, and then the one before is two steps old.
  const isNearEnd = STEP_MILLIS - (Date.now() % STEP_MILLIS) < 5000;
  const step = Math.max(isNearEnd ? now() : now() - 1, (steps.get(email) ?? 0) + 1);
  steps.set(email, step);
  if (step > now() + 1) await delay((step - 1) * STEP_MILLIS - Date.now());
  return new TOTP({ secret: DEMO_TOTP_SECRET }).generate({ timestamp: step * STEP_MILLIS });
}
