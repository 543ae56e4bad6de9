import type { ScreeningQuestion, ScreeningQuestions } from '@gatehouse/contract/wire';
import type { FormValues } from '#api/form-values.ts';
import { SelectField, TextField } from '#design/fields.tsx';
import { QUESTION_KIND_LABELS } from '#design/labels.ts';

const POSITIONS = [0, 1, 2, 3, 4] as const;

const REQUIRED_LABELS = { optional: 'Optional', required: 'Required' } as const;

/** The fields of one question; the API's errors name them the same. */
const nameOf = (position: number, field: keyof ScreeningQuestion) => `questions.items[${position}].${field}`;

/**
 * The screening questions of a job post. All five have their fields, so that both versions of a conflict fit into the form; the
 * style shows one empty question after the last one.
 */
export function QuestionFields({ questions }: { questions: ScreeningQuestions | undefined }) {
  const texts = questionTexts(questions);
  return (
    <fieldset className="questions">
      <legend>Screening questions</legend>
      <p className="hint">
        Up to five, which applicants answer when they apply. Empty a question to remove it. A change applies
        to new applications.
      </p>
      {POSITIONS.map((position) => {
        const field = (name: keyof ScreeningQuestion) => ({
          name: nameOf(position, name),
          defaultValue: texts[nameOf(position, name)],
        });
        return (
          <div className="question" key={position}>
            {/* The style finds an empty question by its placeholder. */}
            <TextField
              label={`Question ${position + 1}`}
              {...field('text')}
              maxLength={200}
              placeholder=" "
            />
            <div className="field-row">
              <SelectField
                label={`Answer to question ${position + 1}`}
                {...field('kind')}
                choices={QUESTION_KIND_LABELS}
              />
              <SelectField
                label={`Question ${position + 1} is`}
                {...field('is_required')}
                choices={REQUIRED_LABELS}
              />
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}

/** What the fields hold for the questions of a version. */
export function questionTexts(questions: ScreeningQuestions | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    POSITIONS.flatMap((position) => {
      const { text = '', kind = 'short_text', is_required = false } = questions?.items[position] ?? {};
      return [
        [nameOf(position, 'text'), text],
        [nameOf(position, 'kind'), kind],
        [nameOf(position, 'is_required'), is_required ? 'required' : 'optional'],
      ];
    }),
  );
}

/** The questions that a form with these fields describes. */
export function questionsOf(form: FormValues): ScreeningQuestions {
  const items = POSITIONS.map((position) => ({
    text: form.text(nameOf(position, 'text')).trim(),
    kind: form.choice(nameOf(position, 'kind'), QUESTION_KIND_LABELS),
    is_required: form.choice(nameOf(position, 'is_required'), REQUIRED_LABELS) === 'required',
  }));
  return { items: items.filter(({ text }) => text !== '') };
}
