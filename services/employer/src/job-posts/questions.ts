import { refuse } from '@gatehouse/boundary';
import type { ScreeningQuestion, ScreeningQuestions } from '@gatehouse/contract';

/**
 * The questions that a request sets, as they are stored. An application names a question by its text.
 * @throws {Refusal} input_invalid for two questions with the same text.
 */
export function questionsOf(questions: ScreeningQuestions | undefined): readonly ScreeningQuestion[] {
  const items = (questions?.items ?? []).map(({ text, kind, is_required }) => ({
    text: text.trim(),
    kind,
    is_required,
  }));
  const again = items.findIndex(({ text }, at) => items.findIndex((one) => one.text === text) < at);
  if (again !== -1) {
    const message = `“${items[again]?.text}” is there twice. Change one of the two questions, or remove it.`;
    const errors = [{ field: `questions.items[${again}].text`, code: 'question.unique', message }];
    refuse('input_invalid', { detail: message, errors });
  }
  return items;
}
