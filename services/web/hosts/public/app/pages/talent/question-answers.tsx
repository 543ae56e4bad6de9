import type { GivenAnswer, ScreeningQuestion } from '@gatehouse/contract/wire';
import type { FormValues } from '#api/form-values.ts';
import { SelectField, TextArea, TextField } from '#design/fields.tsx';
import { YES_NO_LABELS } from '#design/labels.ts';
import type { GivenAnswers } from './former-answers.tsx';

const MAX_QUESTIONS = 5;

/** The parts of one answer; the API's errors name them the same. */
const nameOf = (position: number, part: keyof GivenAnswer) => `answers[${position}].${part}`;

/**
 * A field for each question of a job post, with the question's text, which the API compares. A question that stays keeps its
 * answer when the others change, and when it is answered in another way.
 */
export function QuestionAnswers({
  questions,
  given,
}: {
  questions: readonly ScreeningQuestion[];
  given: GivenAnswers;
}) {
  return questions.map((question, position) => (
    <div key={`${question.kind} ${question.text}`}>
      <input type="hidden" name={nameOf(position, 'question')} value={question.text} />
      <AnswerField
        question={question}
        name={nameOf(position, 'answer')}
        defaultValue={given.get(question.text)}
      />
    </div>
  ));
}

function AnswerField({
  question: { text, kind, is_required },
  name,
  defaultValue,
}: {
  question: ScreeningQuestion;
  name: string;
  defaultValue: string | undefined;
}) {
  const hint = is_required ? {} : { hint: 'Optional.' };
  const field = { label: text, name, required: is_required, defaultValue, ...hint };
  switch (kind) {
    case 'short_text':
      return <TextField {...field} maxLength={200} />;
    case 'long_text':
      return <TextArea {...field} maxLength={2000} rows={4} />;
    case 'yes_no':
      return (
        <SelectField {...field} choices={YES_NO_LABELS}>
          <option value="">{is_required ? 'Choose' : 'Not answered'}</option>
        </SelectField>
      );
    default:
      kind satisfies never;
      return null;
  }
}

/** The answers that a form with these fields holds, each with its question. */
export function answersOf(form: FormValues): readonly GivenAnswer[] {
  return Array.from({ length: MAX_QUESTIONS }, (_, position) => ({
    question: form.text(nameOf(position, 'question')),
    answer: form.text(nameOf(position, 'answer')),
  })).filter(({ question }) => question !== '');
}
