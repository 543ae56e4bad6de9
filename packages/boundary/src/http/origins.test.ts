import { expect, test } from '@jest/globals';
import { originsOf } from './origins.ts';

test('A3: the origin of each host is allowed for its own system, and a listed origin for its own', () => {
  const origins = originsOf({
    scheme: 'https',
    publicHost: 'www.example.test',
    teamHost: 'team.example.test',
    listed: [
      { system: 'admin', origin: 'https://staff.example.test' },
      { system: 'user', origin: 'https://jobs.example.test' },
    ],
  });
  expect([...origins.allowed.user]).toEqual(['https://www.example.test', 'https://jobs.example.test']);
  expect([...origins.allowed.admin]).toEqual(['https://team.example.test', 'https://staff.example.test']);
  expect([...origins.cors.user]).toEqual(['https://jobs.example.test']);
  expect([...origins.cors.admin]).toEqual(['https://staff.example.test']);
});
