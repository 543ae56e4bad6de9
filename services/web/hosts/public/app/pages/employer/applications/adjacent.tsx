import type { AdjacentApplication, AdjacentApplications } from '@gatehouse/contract/wire';
import { Link, useNavigate } from 'react-router';
import { ShortcutKey, useShortcut } from '#design/shortcuts.tsx';
import { type ApplicationFilters, searchOf } from './filters.ts';

/** What the keys of an application's page do. */
export const ADJACENT_KEYS = { J: 'Next application', K: 'Application before' } as const;

/** Links to the applications before and after this one in the list that it was opened from; `k` and `j` follow them. */
export function Adjacent({
  adjacent: { previous, next },
  filters,
}: {
  adjacent: AdjacentApplications;
  filters: ApplicationFilters;
}) {
  const search = searchOf(filters);
  const addressOf = ({ id }: AdjacentApplication) => `/employer/applications/${id}${search}`;
  useFollowingKey('k', previous && addressOf(previous));
  useFollowingKey('j', next && addressOf(next));
  if (previous === undefined && next === undefined) return null;
  const link = (label: string, key: string, to: AdjacentApplication | undefined) =>
    to === undefined ? null : (
      <Link className="button" to={addressOf(to)} aria-keyshortcuts={key}>
        {label}
        <span className="visually-hidden"> application: {to.applicant_name}</span>
        <ShortcutKey value={key} />
      </Link>
    );
  return (
    <nav className="actions" aria-label="Applications of this list">
      {link('Previous', 'k', previous)}
      {link('Next', 'j', next)}
    </nav>
  );
}

/** @param to where the key leads; absent: nowhere. */
function useFollowingKey(key: string, to: string | undefined): void {
  const navigate = useNavigate();
  useShortcut(to === undefined ? undefined : key, () => {
    if (to !== undefined) void navigate(to);
  });
}
