import type { ApplicationStage, BoardCard, BoardColumn } from '@gatehouse/contract/wire';
import { describe, expect, test } from '@jest/globals';
import { type MovedCard, mergeMoves, targetsOf } from './merge-moves.ts';

const card = (id: string, stage: ApplicationStage): BoardCard => ({
  id,
  applicant_name: id,
  job_post_title: 'Post',
  stage,
  updated_at: '2026-01-01T00:00:00.000Z',
  etag: '"1"',
  has_unread_messages: false,
});
const column = (stage: ApplicationStage, ids: readonly string[], count = ids.length): BoardColumn => ({
  stage,
  count,
  items: ids.map((id) => card(id, stage)),
  next_cursor: '',
});
const moved = (id: string, from: ApplicationStage, to: ApplicationStage, isPending: boolean) =>
  new Map<string, MovedCard>([[id, { card: card(id, to), from, isPending }]]);
const shown = (columns: readonly BoardColumn[]) =>
  columns.map(({ count, items }) => [count, items.map(({ id }) => id)]);

const BOARD = [column('submitted', ['c', 'b'], 3), column('interview', ['x'])];

describe('the columns with the moves on top', () => {
  test('are what was loaded, with further cards below', () => {
    expect(shown(mergeMoves(BOARD, {}, new Map()))).toEqual([
      [3, ['c', 'b']],
      [1, ['x']],
    ]);
    const more = { submitted: [card('b', 'submitted'), card('a', 'submitted')] };
    expect(shown(mergeMoves(BOARD, more, new Map()))).toEqual([
      [3, ['c', 'b', 'a']],
      [1, ['x']],
    ]);
  });

  test('show a move that is on its way, and count it', () => {
    expect(shown(mergeMoves(BOARD, {}, moved('b', 'submitted', 'interview', true)))).toEqual([
      [2, ['c']],
      [2, ['b', 'x']],
    ]);
    const more = { submitted: [card('a', 'submitted')] };
    expect(shown(mergeMoves(BOARD, more, moved('a', 'submitted', 'interview', true)))).toEqual([
      [2, ['c', 'b']],
      [2, ['a', 'x']],
    ]);
  });

  test('show a card that is moved where it was loaded, or on top where it was not', () => {
    const loaded = [column('submitted', ['c'], 2), column('interview', ['x', 'b'])];
    expect(shown(mergeMoves(loaded, {}, moved('b', 'submitted', 'interview', false)))).toEqual([
      [2, ['c']],
      [2, ['x', 'b']],
    ]);
    const beyond = [column('submitted', ['c'], 2), column('interview', ['x'], 30)];
    expect(shown(mergeMoves(beyond, {}, moved('b', 'submitted', 'interview', false)))).toEqual([
      [2, ['c']],
      [30, ['b', 'x']],
    ]);
  });

  test('show what another member has done since, rather than the own move', () => {
    const loaded = [column('submitted', ['c', 'b']), column('interview', ['x'])];
    expect(shown(mergeMoves(loaded, {}, moved('b', 'submitted', 'interview', false)))).toEqual([
      [2, ['c', 'b']],
      [1, ['x']],
    ]);
  });
});

test('U26: a card moves to every stage but its own and “New”; from declined to review; with an answered offer nowhere', () => {
  expect(targetsOf(card('a', 'submitted'))).toEqual(['in_review', 'interview', 'offer', 'rejected']);
  expect(targetsOf(card('a', 'interview'))).toEqual(['in_review', 'offer', 'rejected']);
  expect(targetsOf(card('a', 'rejected'))).toEqual(['in_review']);
  expect(targetsOf({ ...card('a', 'offer'), offer_answer: 'accepted' })).toEqual([]);
});
