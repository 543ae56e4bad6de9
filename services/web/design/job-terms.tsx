import { languageName } from '@gatehouse/contract/language-name';
import type { JobPostTerms } from '@gatehouse/contract/wire';
import { Fragment, type ReactNode } from 'react';
import { formatDay } from './dates.ts';
import { REMOTE_MODE_LABELS, SENIORITY_LABELS } from './labels.ts';
import { formatPay } from './pay.ts';

/** The terms of a job post, each that it states. */
export function JobTerms({ terms }: { terms: JobPostTerms | undefined }) {
  const facts = terms === undefined ? [] : factsOf(terms);
  if (facts.length === 0) return null;
  return (
    <section className="card" aria-labelledby="job-terms">
      <h2 id="job-terms">The job</h2>
      <dl className="facts-list">
        {facts.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

function factsOf({ pay, remote_mode, seniority, languages, expires_on }: JobPostTerms) {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(expires_on);
  // It ends at the same moment for readers of all zones, so its zone is said.
  const lastDay = isDate ? (
    <>
      <time dateTime={expires_on}>{formatDay(expires_on)}</time> (UTC)
    </>
  ) : (
    ''
  );
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Pay', formatPay(pay)],
    ['Workplace', remote_mode === undefined ? '' : REMOTE_MODE_LABELS[remote_mode]],
    ['Seniority', seniority === undefined ? '' : SENIORITY_LABELS[seniority]],
    [languages.length === 1 ? 'Language' : 'Languages', languages.map(languageName).join(', ')],
    ['Apply by', lastDay],
  ];
  return facts.filter(([, value]) => value !== '');
}
