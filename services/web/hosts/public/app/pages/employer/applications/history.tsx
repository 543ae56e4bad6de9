import type { Application, StageChange } from '@gatehouse/contract/wire';
import { Moment } from '#design/local-time.tsx';
import { STAGE_LABELS } from '#design/stage.tsx';

/** What has happened to the application, newest first, with the company's messages. */
export function History({ application: { applicant, history, created_at } }: { application: Application }) {
  return (
    <section className="card" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol className="timeline">
        {history.map((change) => (
          <li key={change.changed_at}>
            <p>{sentenceOf(change)}</p>
            {change.message === '' ? null : (
              <blockquote className="prose" dir="auto">
                {change.message}
              </blockquote>
            )}
            <small>
              <Moment at={change.changed_at} />
            </small>
          </li>
        ))}
        <li>
          <p>{applicant.name} applied.</p>
          <small>
            <Moment at={created_at} />
          </small>
        </li>
      </ol>
    </section>
  );
}

function sentenceOf({ stage, changed_by, is_undo }: StageChange): string {
  const who = changed_by === '' ? 'A member' : changed_by;
  return is_undo
    ? `${who} undid a change and went back to ${STAGE_LABELS[stage]}.`
    : `${who} moved it to ${STAGE_LABELS[stage]}.`;
}
