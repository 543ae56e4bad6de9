import type { AdjacentApplication, AdjacentApplications } from '@gatehouse/contract/wire';
import { Link } from 'react-router';
import { type ApplicationFilters, searchOf } from './filters.ts';

/** Links to the applications before and after this one in the list that it was opened from. */
export function Adjacent({
  adjacent: { previous, next },
  filters,
}: {
  adjacent: AdjacentApplications;
  filters: ApplicationFilters;
}) {
  if (previous === undefined && next === undefined) return null;
  const search = searchOf(filters);
  const link = (label: string, to: AdjacentApplication | undefined) =>
    to === undefined ? null : (
      <Link className="button" to={`/employer/applications/${to.id}${search}`}>
        {label}
        <span className="visually-hidden"> application: {to.applicant_name}</span>
      </Link>
    );
  return (
    <nav className="actions" aria-label="Applications of this list">
      {link('Previous', previous)}
      {link('Next', next)}
    </nav>
  );
}
