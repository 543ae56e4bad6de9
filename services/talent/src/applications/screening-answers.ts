import { type Context, refuse, textFault } from '@gatehouse/boundary';
import type { FieldError, GivenAnswer, ScreeningAnswer, ScreeningQuestion } from '@gatehouse/contract';

/** Characters of an answer to a `short_text`. */
const MAX_SHORT = 200;

/**
 * The questions of a job post with the answers of a request: the copy that an application keeps.
 * @throws {Refusal} questions_changed unless the request names exactly these questions: the applicant has read others;
 * input_invalid, with an error for each answer that is missing or has another form.
 */
export function answersTo(
  context: Pick<Context<'TalentApplicationService.CreateApplication'>, 'refuse'>,
  questions: readonly ScreeningQuestion[],
  given: readonly GivenAnswer[],
): readonly ScreeningAnswer[] {
  const positions = questions.map(({ text }) => given.findIndex(({ question }) => question === text));
  if (given.length !== questions.length || positions.includes(-1)) {
    context.refuse('questions_changed', { detail: 'Read the questions, answer them and send it again.' });
  }
  const errors: FieldError[] = [];
  const answers = questions.map((question, at) => {
    const position = positions[at] ?? -1;
    const answer = given[position]?.answer.trim() ?? '';
    const error = errorOf(question, answer);
    if (error !== null) errors.push({ field: `answers[${position}].answer`, ...error });
    return { question: question.text, kind: question.kind, answer };
  });
  if (errors.length > 0)
    refuse('input_invalid', {
      detail: 'Complete or correct the marked answers, then send the application again.',
      errors,
    });
  return answers;
}

/** What is wrong with an answer; null: nothing. The contract limits all to 2,000 characters. */
function errorOf(
  { kind, is_required }: ScreeningQuestion,
  answer: string,
): Pick<FieldError, 'code' | 'message'> | null {
  if (answer === '') return is_required ? { code: 'required', message: 'must not be empty' } : null;
  switch (kind) {
    case 'yes_no':
      return answer === 'yes' || answer === 'no'
        ? null
        : { code: 'answer.yes_no', message: 'Answer “yes” or “no”.' };
    case 'short_text':
      return [...answer].length <= MAX_SHORT && textFault('single_line', answer) === null
        ? null
        : { code: 'answer.short_text', message: `Answer in one line of at most ${MAX_SHORT} characters.` };
    case 'long_text':
      return null;
    default:
      kind satisfies never;
      return null;
  }
}
