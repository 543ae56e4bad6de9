import { describe, expect, test } from '@jest/globals';
import { startChildService } from './child-service.ts';

describe('a part of the local system', () => {
  test('that ends before it is ready is an error with its name and its last words', async () => {
    const lines: string[] = [];
    const starting = startChildService({
      name: 'identity',
      entry: 'services/identity/src/main.ts',
      environment: {},
      onOutput: (line) => lines.push(line),
    });
    await expect(starting).rejects.toThrow(/^identity does not start \(1\):\n[\s\S]*DATABASE_URL/);
    expect(lines).toContainEqual(expect.stringMatching(/^identity {2}.*DATABASE_URL/));
  });
});
