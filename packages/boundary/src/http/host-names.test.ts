import { describe, expect, test } from '@jest/globals';
import { hostNamesOf, isOnOtherHost } from './host-names.ts';

const names = hostNamesOf('www.example.test', 'Team.Example.test:8443');
const isElsewhere = (system: 'user' | 'admin', rawHeaders: readonly string[], url = '/') =>
  isOnOtherHost({ url, rawHeaders: [...rawHeaders] }, system, names);

describe('G5: the host of the other identity system', () => {
  test('is known by its name alone', () => {
    expect(names).toEqual({ user: 'www.example.test', admin: 'team.example.test' });
  });

  test.each([
    'team.example.test',
    'team.example.test:443',
    'team.example.test:',
    'TEAM.example.TEST',
    'team.example.test.',
    'team.example.test..:8443',
  ])('whichever way it is written: %s', (host) => {
    expect(isElsewhere('user', ['Host', host])).toBe(true);
    expect(isElsewhere('admin', ['Host', host])).toBe(false);
  });

  test.each([
    'www.example.test',
    'api.example.test',
    'identity:8080',
    'team.example.test.evil.test',
    'xteam.example.test',
    '[::1]:8080',
    '',
  ])('no other host is it: %s', (host) => {
    expect(isElsewhere('user', ['Host', host])).toBe(false);
  });

  test('any of several names counts, in whatever order', () => {
    const team = 'team.example.test';
    expect(isElsewhere('user', ['host', 'identity:8080', 'X-Forwarded-Host', team])).toBe(true);
    expect(isElsewhere('user', ['x-forwarded-host', `www.example.test , ${team}:443`])).toBe(true);
    expect(isElsewhere('user', ['Host', team, 'X-Forwarded-Host', 'identity'])).toBe(true);
    expect(isElsewhere('user', ['Host', 'identity', 'Host', team])).toBe(true);
    expect(isElsewhere('user', ['Accept', team, 'X-Forwarded-For', team])).toBe(false);
    expect(isElsewhere('user', [])).toBe(false);
  });

  test.each([
    ['http://team.example.test/api', true],
    ['HTTPS://user@Team.example.test:8443?x', true],
    ['http://www.example.test/?http://team.example.test/', false],
    ['*', false],
    ['team.example.test:443', false],
  ])('a target in absolute form names a host: %s', (url, expected) => {
    expect(isElsewhere('user', ['Host', 'identity'], url)).toBe(expected);
  });

  test('a path is no host', () => {
    expect(isElsewhere('user', ['Host', 'identity'], '/http://team.example.test/')).toBe(false);
  });

  test('two hosts that differ in their ports alone are refused', () => {
    expect(() => hostNamesOf('localhost:8080', 'localhost:8081')).toThrow(
      'PUBLIC_HOST and TEAM_HOST need different names, not localhost with two ports',
    );
  });
});
