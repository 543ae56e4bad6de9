import { Link } from 'react-router';
import { chosenFilters, withoutFilters } from './chosen-filters.ts';
import { addressOf, type Search } from './search.ts';

/** The filters of a search, each with a link that removes it. */
export function FilterChips({ search }: { search: Search }) {
  const chosen = chosenFilters(search);
  if (chosen.length === 0) return null;
  return (
    <ul className="filter-chips" aria-label="Chosen filters">
      {chosen.map(({ name, label, without }) => (
        <li key={name}>
          <Link to={addressOf(without)} className="chip" preventScrollReset data-keeps-focus="">
            <span className="visually-hidden">Remove filter: </span>
            <bdi>{label}</bdi>
          </Link>
        </li>
      ))}
      <li>
        <Link to={addressOf(withoutFilters(search))} preventScrollReset data-keeps-focus="">
          Clear all
        </Link>
      </li>
    </ul>
  );
}
