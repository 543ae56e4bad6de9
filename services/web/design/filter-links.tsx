import { Link, useSearchParams } from 'react-router';

/** One choice of a filter; an empty value is all. */
export interface FilterChoice {
  readonly value: string;
  readonly words: string;
}

/** A filter of a list, as links: the choice stands in the address, and the list begins anew. */
export function FilterLinks({
  label,
  name,
  choices,
}: {
  label: string;
  /** The search parameter. */
  name: string;
  choices: readonly FilterChoice[];
}) {
  const [params] = useSearchParams();
  const chosen = params.get(name) ?? '';
  return (
    <nav aria-label={label}>
      <ul className="filter">
        {choices.map(({ value, words }) => (
          <li key={value}>
            <Link
              to={{ search: searchWith(params, name, value) }}
              aria-current={value === chosen ? 'true' : undefined}
              preventScrollReset
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function searchWith(params: URLSearchParams, name: string, value: string): string {
  const next = new URLSearchParams(params);
  next.delete('cursor');
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next.size === 0 ? '' : `?${next}`;
}
