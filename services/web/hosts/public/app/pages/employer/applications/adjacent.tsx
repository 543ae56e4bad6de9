import type { AdjacentApplication, AdjacentApplications } from '@gatehouse/contract/wire';
import { useRef } from 'react';
import { Link } from 'react-router';
import { ShortcutKey, useShortcut } from '#design/shortcuts.tsx';
import { type ApplicationFilters, searchOf } from './filters.ts';
import { ShortcutsButton } from './shortcuts-button.tsx';

/** Links to the applications before and after this one in the list that it was opened from, also with `p` and `n`. */
export function Adjacent({
  adjacent: { previous, next },
  filters,
}: {
  adjacent: AdjacentApplications;
  filters: ApplicationFilters;
}) {
  if (previous === undefined && next === undefined) return null;
  const search = searchOf(filters);
  return (
    <nav className="actions" aria-label="Applications of this list">
      <Neighbour label="Previous" shortcut="p" application={previous} search={search} />
      <Neighbour label="Next" shortcut="n" application={next} search={search} />
    </nav>
  );
}

function Neighbour({
  label,
  shortcut,
  application,
  search,
}: {
  label: string;
  shortcut: string;
  /** Absent: this one is the first or the last of the list. */
  application: AdjacentApplication | undefined;
  search: string;
}) {
  const link = useRef<HTMLAnchorElement>(null);
  useShortcut(application === undefined ? undefined : shortcut, () => link.current?.click());
  return application === undefined ? null : (
    <Link
      ref={link}
      className="button"
      to={`/employer/applications/${application.id}${search}`}
      aria-keyshortcuts={shortcut}
    >
      {label}
      <span className="visually-hidden"> application: {application.applicant_name}</span>
      <ShortcutKey value={shortcut} />
    </Link>
  );
}

/** The list of the keys of `Adjacent`, and their switch. */
export function AdjacentShortcuts({ adjacent: { previous, next } }: { adjacent: AdjacentApplications }) {
  return previous === undefined && next === undefined ? null : (
    <p className="actions">
      <ShortcutsButton page="application" />
    </p>
  );
}
