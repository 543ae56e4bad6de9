import type { Endpoint } from '@gatehouse/contract';
import { describe, expect, test } from '@jest/globals';
import type { Refusal } from '../refusal.ts';
import type { Queryable } from '../statement.ts';
import type { LastChange, VersionHistory } from '../version.ts';
import { versionCheck } from './version-check.ts';

const ENDPOINT = { id: 'TestService.Update' } as Endpoint;
const HISTORY: VersionHistory = { subjectId: 'subject', actions: ['job_post.created'] };
const AT = new Date('2026-11-28T08:00:00Z');
const CURRENT = { etag: '"2"', title: 'Now' };

const by = (actor_name: string | null, actor_kind: LastChange['actor_kind'] = 'user'): LastChange => ({
  at: AT,
  actor_name,
  actor_kind,
});

/** A check of a request that names the version `ifMatch`, where the audit trail has these changes. */
function checkOf(ifMatch: string | undefined, changes: readonly LastChange[] = []) {
  const asked: unknown[] = [];
  const tx = {
    query: async (_statement: unknown, values: readonly unknown[]) => {
      asked.push(values);
      return changes;
    },
  } as unknown as Queryable;
  return { ...versionCheck(ENDPOINT, ifMatch, tx), asked };
}

describe('G9: the check of a version', () => {
  test('passes the present one, and asks for no change', async () => {
    const check = checkOf('"2"');
    await check.requireVersion(CURRENT, HISTORY);
    check.requireCompared();
    expect(check.asked).toEqual([]);
  });

  test('is missed where the handler has not called it', () => {
    expect(() => checkOf('"2"').requireCompared()).toThrow(
      'TestService.Update has not compared the version of the request',
    );
  });

  test('fails where the request names none: the boundary has required one', async () => {
    const check = checkOf(undefined);
    await expect(check.requireVersion(CURRENT, HISTORY)).rejects.toThrow(
      'TestService.Update compares a version that the request does not name',
    );
    expect(() => check.requireCompared()).toThrow();
  });

  test('refuses a former version with the current one, and says who changed it and when', async () => {
    const { requireVersion, asked } = checkOf('"1"', [by('Ada')]);
    await expect(requireVersion(CURRENT, HISTORY)).rejects.toMatchObject({
      code: 'edit_conflict',
      options: {
        conflict: { etag: '"2"', current: CURRENT, changed_by: 'Ada', changed_at: AT.toISOString() },
      },
    });
    expect(asked).toEqual([['subject', ['job_post.created']]]);
  });

  test('shows the version as responses present it, where that needs more than the row', async () => {
    const { requireVersion } = checkOf('"1"');
    const presented = { etag: '"2"', title: 'Now', skills: ['SQL'] };
    await expect(requireVersion(CURRENT, HISTORY, async () => presented)).rejects.toMatchObject({
      options: { conflict: { etag: '"2"', current: presented } },
    });
  });

  test.each<[string, VersionHistory | LastChange, readonly LastChange[], string]>([
    ['a user', HISTORY, [by('Ada')], 'Ada'],
    ['an admin, whose name no user reads', HISTORY, [by(null, 'admin')], 'Gatehouse staff'],
    ['an account that has no name any more', HISTORY, [by(null)], ''],
    ['the system', HISTORY, [by(null, 'system')], ''],
    ['a change that the handler has at hand', by('Grace'), [by('Ada')], 'Grace'],
  ])('names as its author %s', async (_who, history, changes, author) => {
    const { requireVersion } = checkOf('"1"', changes);
    await expect(requireVersion(CURRENT, history)).rejects.toMatchObject({
      options: { conflict: { changed_by: author, changed_at: AT.toISOString() } },
    });
  });

  test.each([
    ['the audit trail has no change', HISTORY, []],
    ['the handler knows of none', null, [by('Ada')]],
  ])('names neither author nor time where %s', async (_where, history, changes) => {
    const { requireVersion } = checkOf('"1"', changes);
    const refused: Refusal = await requireVersion(CURRENT, history).catch((error) => error);
    expect(refused.options.conflict).toEqual({ etag: '"2"', current: CURRENT, changed_by: '' });
  });
});
