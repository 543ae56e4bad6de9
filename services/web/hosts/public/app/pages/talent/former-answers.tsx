import type { GivenAnswer, ScreeningQuestion } from '@gatehouse/contract/wire';
import { Fragment, useState } from 'react';

/** By question, the last answer that was sent and not taken, because the questions had changed. */
export type GivenAnswers = ReadonlyMap<string, string>;

/** Collects them for as long as the form is open (G8). @param given those of the last request, if it was refused so. */
export function useGivenAnswers(
  given: readonly GivenAnswer[] | undefined,
  questions: readonly ScreeningQuestion[],
): GivenAnswers {
  const [known, setKnown] = useState<{ last: typeof given; answers: GivenAnswers }>({
    last: undefined,
    answers: new Map(),
  });
  if (given === undefined || given === known.last) return known.answers;
  const answers = withAnswers(known.answers, given, questions);
  setKnown({ last: given, answers });
  return answers;
}

/** Adds a form's answers. An empty field that could not have held the former answer says nothing about it. */
export function withAnswers(
  known: GivenAnswers,
  added: readonly GivenAnswer[],
  questions: readonly ScreeningQuestion[],
): GivenAnswers {
  const answers = new Map(known);
  for (const { question, answer } of added) {
    const former = known.get(question) ?? '';
    if (answer !== '' || canHold(questions, question, former)) answers.set(question, answer);
  }
  return answers;
}

/** What was answered to questions that are no longer asked, or that are answered in another way now: to copy from (G8). */
export function FormerAnswers({
  questions,
  given,
}: {
  questions: readonly ScreeningQuestion[];
  given: GivenAnswers;
}) {
  const former = [...given].filter(
    ([question, answer]) => answer.trim() !== '' && !canHold(questions, question, answer),
  );
  if (former.length === 0) return null;
  return (
    <section className="notice warn" aria-label="Your answers to former questions">
      <p>These questions have changed or are no longer asked. Your answers to them are not sent:</p>
      <dl className="answers">
        {former.map(([question, answer]) => (
          <Fragment key={question}>
            <dt dir="auto">{question}</dt>
            <dd className="prose" dir="auto">
              {answer}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

/** Whether the form of these questions has a field that can hold the answer. */
const canHold = (questions: readonly ScreeningQuestion[], question: string, answer: string) =>
  questions.some(
    ({ text, kind }) => text === question && (kind !== 'yes_no' || answer === 'yes' || answer === 'no'),
  );
