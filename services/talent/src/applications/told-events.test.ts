import { describe, expect, test } from '@jest/globals';
import { type StageEvent, toldEvents } from './told-events.ts';

const START = Date.parse('2026-11-23T10:00:00Z');
const at = (seconds: number) => new Date(START + seconds * 1000);

type Happened = readonly [seconds: number, what: string, message?: string];

/** Told at 1,000 seconds of what has happened, oldest first: `→ stage`, `undo → stage`, `accepted` or `declined`. */
function told(happened: readonly Happened[], { isUndoable = false, now = 1000 } = {}): readonly string[] {
  const events = happened.map(([seconds, what, message = '']): StageEvent => {
    const change = what.includes('→') ? `submitted ${what.slice(what.indexOf('→'))}` : '';
    const action = what.startsWith('undo')
      ? 'application.stage_change_undone'
      : change !== ''
        ? 'application.stage_changed'
        : what === 'accepted'
          ? 'application.offer_accepted'
          : 'application.offer_declined';
    return { at: at(seconds), action, change, is_undoable: isUndoable, message };
  });
  return toldEvents(events.toReversed(), at(now)).map(({ kind, stage, message }) =>
    [stage ?? kind, message].filter(Boolean).join(': '),
  );
}

describe('what the applicant was told', () => {
  test.each<[string, readonly Happened[], readonly string[]]>([
    [
      'has the stages that send mail, newest first',
      [
        [0, '→ interview', 'Come by.'],
        [90, '→ in_review', 'for us'],
        [200, '→ offer'],
      ],
      ['offer', 'interview: Come by.'],
    ],
    [
      'has no stage that was replaced within its minute',
      [
        [0, '→ rejected'],
        [59, '→ interview'],
      ],
      ['interview'],
    ],
    [
      'has no stage that was undone',
      [
        [0, '→ interview'],
        [100, '→ rejected', 'Sorry.'],
        [110, 'undo → interview'],
      ],
      ['interview'],
    ],
    [
      'has no stage that was undone after its minute, because its mail waited',
      [
        [0, '→ rejected'],
        [500, 'undo → submitted'],
      ],
      [],
    ],
    [
      'has a stage that an undo brought back, once its mail is due again',
      [
        [0, '→ interview', 'Come by.'],
        [10, '→ rejected'],
        [20, 'undo → interview'],
      ],
      ['interview: Come by.'],
    ],
    [
      'has an answer, and the offer that was answered within its minute',
      [
        [0, '→ offer'],
        [5, 'accepted', 'Thank you.'],
        [10, '→ rejected'],
        [20, 'undo → offer'],
      ],
      ['offer_accepted: Thank you.', 'offer'],
    ],
    [
      'says a stage again only with a new message',
      [
        [0, '→ interview'],
        [100, '→ in_review'],
        [200, '→ interview'],
        [300, '→ in_review'],
        [400, '→ interview', 'Once more.'],
      ],
      ['interview: Once more.', 'interview'],
    ],
    [
      'keeps the stages before the one that an undo brings back',
      [
        [0, '→ interview'],
        [100, '→ offer'],
        [200, '→ rejected'],
        [210, '→ interview'],
        [220, 'undo → rejected'],
      ],
      ['rejected', 'offer', 'interview'],
    ],
    [
      'keeps an answer whatever is undone',
      [
        [0, '→ offer'],
        [5, 'accepted'],
        [10, 'undo → offer'],
      ],
      ['offer_accepted', 'offer'],
    ],
    ['has nothing before anything has happened', [], []],
    ['has nothing when the past is not kept', [[10, 'undo → interview']], []],
  ])('%s', (_, happened, expected) => {
    expect(told(happened)).toEqual(expected);
  });

  test('has the last stage after its minute, unless it can still be undone', () => {
    const moved = [[0, '→ interview']] as const;
    expect(told(moved, { now: 64 })).toEqual([]);
    expect(told(moved, { now: 65 })).toEqual(['interview']);
    expect(told(moved, { isUndoable: true })).toEqual([]);
    const restored = [...moved, [10, '→ rejected'], [20, 'undo → interview']] as const;
    expect(told(restored, { now: 84 })).toEqual([]);
    expect(told(restored, { now: 85 })).toEqual(['interview']);
  });
});
