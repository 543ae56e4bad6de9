import { describe, expect, test } from '@jest/globals';
import { findFreePort } from './free-port.ts';

describe('a free port', () => {
  test('is reserved once, also for another process', async () => {
    // So many that some were reserved by this run or an earlier one, and are passed over.
    const ports = await Promise.all(Array.from({ length: 500 }, () => findFreePort()));
    expect(new Set(ports).size).toBe(ports.length);
  });
});
