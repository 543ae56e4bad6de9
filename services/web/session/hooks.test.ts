import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

const HOOKS = [
  {
    file: '../hosts/public/app/session-hook.ts',
    name: 'useIdentitiesUserSession',
    key: 'identitiesUserSession',
  },
  {
    file: '../hosts/team/app/session-hook.ts',
    name: 'useIdentitiesAdminSession',
    key: 'identitiesAdminSession',
  },
];

describe('W5: one hook for each identity system', () => {
  test.each(HOOKS)('W5: $name only reads the root loader’s data', ({ file, name, key }) => {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8');
    expect(text).toContain(`export function ${name}(`);
    expect(text).toContain(`return loaderData.${key};`);
    expect(text).not.toMatch(/fetch|callApi|navigate|useState|useEffect|revalidate|= null/);
  });

  test('W5: the root loader is the only owner of the session', () => {
    for (const { host, getter } of [
      { host: 'public', getter: 'getUserSession' },
      { host: 'team', getter: 'getAdminSession' },
    ]) {
      const root = readFileSync(new URL(`../hosts/${host}/app/root.tsx`, import.meta.url), 'utf8');
      expect(root.match(new RegExp(`${getter}\\(`, 'g'))).toHaveLength(1);
    }
  });
});
