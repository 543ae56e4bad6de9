import { describe, expect, test } from '@jest/globals';
import { describeDevice } from './describe-device.ts';

describe('the label of a browser', () => {
  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0',
      'Firefox on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
      'Safari on macOS',
    ],
    ['', ''],
    ['curl', ''],
    ['G7: Your account is closed, see evil.example/1.0 (Linux)', 'Linux'],
    ['evil.example/1.0 now', ''],
  ])('%s: %s', (userAgent, label) => {
    expect(describeDevice(userAgent)).toBe(label);
  });
});
