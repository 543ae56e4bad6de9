import type { AbuseReport, AbuseReports } from '@gatehouse/contract/wire';
import { useState } from 'react';
import { Link } from 'react-router';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { ShortcutKey, ShortcutsSwitch, useShortcut } from '#design/shortcuts.tsx';
import { FreshCodeField } from './fresh-code-field.tsx';
import { ReasonField } from './reason-field.tsx';
import { REPORT_REASON_LABELS } from './report-labels.ts';
import { pageOfSubject } from './reported-subject.ts';
import { useFocusAfter } from './use-focus-after.ts';

/** The open reports of a job post or company, with the next one of the queue. Nothing while there are none. */
export function ReportsCard({
  id,
  name,
  reports,
  mayChange,
}: {
  /** Of the job post or company. */
  id: string;
  name: string;
  reports: AbuseReports;
  mayChange: boolean;
}) {
  const { items, report_count: count, next } = reports;
  const [newest] = items;
  // After the last decision the way to the next subject stays.
  const [wasReported] = useState(count > 0);
  if (!wasReported && count === 0) return null;
  return (
    <section className="card reports-card" aria-labelledby="reports">
      <h2 id="reports">{count === 0 ? 'No open reports' : count === 1 ? '1 report' : `${count} reports`}</h2>
      {items.length === 0 ? null : (
        <ul className="reports">
          {items.map((report) => (
            <Report key={report.id} report={report} />
          ))}
        </ul>
      )}
      {items.length < count ? <p className="hint">These are the newest {items.length}.</p> : null}
      {mayChange ? (
        // Not removed: its dialog would take the focus along.
        <div hidden={count === 0}>
          <p className="actions">
            <DismissButton id={id} name={name} newestId={newest?.id ?? ''} count={count} />
          </p>
        </div>
      ) : null}
      <NextSubject isDecided={count === 0} next={next} />
    </section>
  );
}

function Report({ report }: { report: AbuseReport }) {
  const { reason, text, created_at, reporter_id, reporter_name } = report;
  return (
    <li>
      <strong>{REPORT_REASON_LABELS[reason]}</strong>{' '}
      <small>
        <RelativeTime at={created_at} /> by{' '}
        {reporter_id === '' ? 'a visitor' : <Link to={`/people/${reporter_id}`}>{reporter_name}</Link>}
      </small>
      {text === '' ? null : (
        <p className="prose" dir="auto">
          {text}
        </p>
      )}
    </li>
  );
}

function DismissButton({
  id,
  name,
  newestId,
  count,
}: {
  id: string;
  name: string;
  newestId: string;
  count: number;
}) {
  return (
    <ConfirmChange
      label={count === 1 ? 'Dismiss report' : 'Dismiss reports'}
      about={name}
      title={`Dismiss ${count === 1 ? 'the report' : `${count} reports`} of “${name}”?`}
      {...(count === 0 ? {} : { shortcut: 'd' })}
      intent="dismiss_reports"
      fields={{ id, newest_id: newestId }}
      done="The reports are dismissed."
      gone="A colleague has already decided on these reports."
      description="Nothing else changes. Reports that arrive from now on wait in the queue."
    >
      <ReasonField />
      <FreshCodeField />
    </ConfirmChange>
  );
}

/** The link to the next subject. */
function NextSubject({ isDecided, next }: { isDecided: boolean; next: AbuseReports['next'] }) {
  const { ref, open } = useFocusAfter(isDecided);
  useShortcut('n', open);
  return (
    <div className="next-request">
      {next === undefined ? (
        <p ref={ref} tabIndex={-1}>
          No other report waits.
        </p>
      ) : (
        <p>
          <Link ref={ref} to={pageOfSubject(next)} className="button" aria-keyshortcuts="n">
            Next report <ShortcutKey value="n" />
          </Link>
          <small>
            <bdi>{next.title}</bdi>
          </small>
        </p>
      )}
      <ShortcutsSwitch />
    </div>
  );
}
