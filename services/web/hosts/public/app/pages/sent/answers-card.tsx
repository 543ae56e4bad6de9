import type { ScreeningAnswer } from '@gatehouse/contract/wire';
import { Fragment } from 'react';
import { findChoice } from '#api/choice.ts';
import { YES_NO_LABELS } from '#design/labels.ts';

/** The screening questions as they were asked, with the answers. */
export function AnswersCard({
  title,
  answers,
}: {
  title: string;
  /** Absent in answers of the release before. */
  answers: readonly ScreeningAnswer[] | undefined;
}) {
  if (answers === undefined || answers.length === 0) return null;
  return (
    <section className="card" aria-labelledby="answers">
      <h2 id="answers">{title}</h2>
      <dl className="answers">
        {answers.map(({ question, kind, answer }) => (
          <Fragment key={question}>
            <dt dir="auto">{question}</dt>
            <dd className="prose" dir="auto">
              {answer === '' ? 'Not answered' : kind === 'yes_no' ? yesOrNo(answer) : answer}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

function yesOrNo(answer: string): string {
  const choice = findChoice(YES_NO_LABELS, answer);
  return choice === null ? answer : YES_NO_LABELS[choice];
}
