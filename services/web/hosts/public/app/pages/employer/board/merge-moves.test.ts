import type { ApplicationStage, BoardCard, BoardColumn } from '@gatehouse/contract/wire';
import { describe, expect, test } from '@jest/globals';
import { type MoreCards, type MovedCard, mergeMoves, targetsOf } from './merge-moves.ts';

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
/** A move on a board without a search. */
const moved = (
  id: string,
  [from, to]: readonly [ApplicationStage, ApplicationStage],
  isPending: boolean,
  columns: readonly BoardColumn[] = BOARD,
) => new Map<string, MovedCard>([[id, { card: card(id, to), from, isPending, columns, search: '' }]]);
const shown = (columns: readonly BoardColumn[]) =>
  columns.map(({ count, items }) => [count, items.map(({ id }) => id)]);

const TO_INTERVIEW = ['submitted', 'interview'] as const;
const BOARD = [column('submitted', ['c', 'b'], 3), column('interview', ['x'])];

describe('the columns with the moves on top', () => {
  test('are what was loaded, with further cards below', () => {
    expect(shown(mergeMoves(BOARD, {}, new Map(), ''))).toEqual([
      [3, ['c', 'b']],
      [1, ['x']],
    ]);
    const more = { submitted: [card('b', 'submitted'), card('a', 'submitted')] };
    expect(shown(mergeMoves(BOARD, more, new Map(), ''))).toEqual([
      [3, ['c', 'b', 'a']],
      [1, ['x']],
    ]);
  });

  test('show a move that is on its way, and count it', () => {
    expect(shown(mergeMoves(BOARD, {}, moved('b', TO_INTERVIEW, true), ''))).toEqual([
      [2, ['c']],
      [2, ['b', 'x']],
    ]);
    const more = { submitted: [card('a', 'submitted')] };
    expect(shown(mergeMoves(BOARD, more, moved('a', TO_INTERVIEW, true), ''))).toEqual([
      [2, ['c', 'b']],
      [2, ['a', 'x']],
    ]);
  });

  test('show a card that is moved where it was loaded, or on top where it was not', () => {
    const loaded = [column('submitted', ['c'], 2), column('interview', ['x', 'b'])];
    expect(shown(mergeMoves(loaded, {}, moved('b', TO_INTERVIEW, false, loaded), ''))).toEqual([
      [2, ['c']],
      [2, ['x', 'b']],
    ]);
    const beyond = [column('submitted', ['c'], 2), column('interview', ['x'], 30)];
    expect(shown(mergeMoves(beyond, {}, moved('b', TO_INTERVIEW, false, beyond), ''))).toEqual([
      [2, ['c']],
      [30, ['b', 'x']],
    ]);
  });

  test('show what another member has done since, rather than the own move', () => {
    const loaded = [column('submitted', ['c', 'b']), column('interview', ['x'])];
    expect(shown(mergeMoves(loaded, {}, moved('b', TO_INTERVIEW, false), ''))).toEqual([
      [2, ['c', 'b']],
      [1, ['x']],
    ]);
  });

  test('show a card that was moved only where it is, once they are loaded again', () => {
    const beyond = [column('submitted', ['c'], 2), column('interview', ['x'], 30)];
    const made = moved('b', TO_INTERVIEW, false, beyond);
    const later = [column('submitted', ['c'], 2), column('interview', ['x'], 29)];
    const shownLater = (more: MoreCards) => shown(mergeMoves(later, more, made, ''));
    expect(shownLater({ submitted: [card('b', 'submitted')] })).toEqual([
      [2, ['c']],
      [29, ['x']],
    ]);
    expect(shownLater({ interview: [card('w', 'interview'), card('b', 'interview')] })).toEqual([
      [2, ['c']],
      [29, ['x', 'w', 'b']],
    ]);
    expect(shownLater({ interview: [card('w', 'interview')] })).toEqual([
      [2, ['c']],
      [29, ['b', 'x', 'w']],
    ]);
  });

  test('F9: show a move on a board of another search only for a card that this one has', () => {
    for (const isPending of [true, false]) {
      const other = [column('submitted', ['c']), column('interview', ['x'])];
      expect(shown(mergeMoves(other, {}, moved('b', TO_INTERVIEW, isPending, other), '?query=c'))).toEqual([
        [1, ['c']],
        [1, ['x']],
      ]);
    }
    expect(shown(mergeMoves(BOARD, {}, moved('b', TO_INTERVIEW, true), '?query=c'))).toEqual([
      [2, ['c']],
      [2, ['b', 'x']],
    ]);
  });
});

test('U26: a card moves to every stage but its own and “New”; from declined to review; with an answered offer nowhere', () => {
  expect(targetsOf(card('a', 'submitted'))).toEqual(['in_review', 'interview', 'offer', 'rejected']);
  expect(targetsOf(card('a', 'interview'))).toEqual(['in_review', 'offer', 'rejected']);
  expect(targetsOf(card('a', 'rejected'))).toEqual(['in_review']);
  expect(targetsOf({ ...card('a', 'offer'), offer_answer: 'accepted' })).toEqual([]);
});
