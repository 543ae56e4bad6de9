import { describe, expect, test } from '@jest/globals';
import { withAnswers } from './former-answers.tsx';

const QUESTION = 'Can you splice?';
const FORMER = new Map([[QUESTION, 'Since 2010.']]);

describe('the answers of a form that was refused', () => {
  test.each([
    ['replace the former one', 'long_text', 'Since 2011.', 'Since 2011.'],
    ['empty it, if the field held it', 'long_text', '', ''],
    ['leave it, if the field could not hold it and is empty', 'yes_no', '', 'Since 2010.'],
    ['replace it in another kind', 'yes_no', 'no', 'no'],
  ] as const)('G8: a later answer to the same question: they %s', (_what, kind, answer, expected) => {
    const questions = [{ text: QUESTION, kind, is_required: false }];
    expect(withAnswers(FORMER, [{ question: QUESTION, answer }], questions)).toEqual(
      new Map([[QUESTION, expected]]),
    );
  });

  test('G8: leave what is answered to a question that is no longer asked', () => {
    const added = [{ question: 'Why here?', answer: 'It is near.' }];
    expect(withAnswers(FORMER, added, [])).toEqual(new Map([...FORMER, ['Why here?', 'It is near.']]));
  });
});
