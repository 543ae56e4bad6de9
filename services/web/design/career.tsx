import type { Career } from '@gatehouse/contract/wire';
import { formatMonth } from './dates.ts';

interface Entry {
  readonly key: number;
  readonly title: string;
  readonly at: string;
  readonly from: string;
  /** Empty: until now. */
  readonly to: string;
  readonly description?: string;
}

/** Work history and education, newest first. @param career absent in answers of the release before. */
export function CareerLists({ career }: { career: Career | undefined }) {
  return (
    <>
      <CareerList
        title="Work history"
        entries={career?.positions.map((entry) => ({
          ...entry,
          at: entry.employer_name,
          from: entry.from_month,
          to: entry.to_month,
        }))}
      />
      <CareerList
        title="Education"
        entries={career?.education.map((entry) => ({
          ...entry,
          title: entry.school,
          at: entry.degree,
          from: entry.from_year,
          to: entry.to_year,
        }))}
      />
    </>
  );
}

function CareerList({ title, entries }: { title: string; entries: readonly Entry[] | undefined }) {
  return entries?.length ? (
    <div className="career">
      <h3>{title}</h3>
      <ol aria-label={title}>
        {entries.map((entry) => (
          <li key={entry.key}>
            <strong dir="auto">{entry.title}</strong>
            <span dir="auto">{entry.at}</span>
            <small>
              <Month month={entry.from} /> – {entry.to === '' ? 'present' : <Month month={entry.to} />}
            </small>
            {entry.description ? (
              <p className="prose" dir="auto">
                {entry.description}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  ) : null;
}

/** A month, `2021-03`, or a year alone: the same one for readers of all zones. */
function Month({ month }: { month: string }) {
  return <time dateTime={month}>{formatMonth(month)}</time>;
}
