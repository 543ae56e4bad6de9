import { Link, useSearchParams } from 'react-router';

/** A filter of a list, as links: the choice is in the address, and the list starts from its first page. */
export function FilterLinks({
  label,
  name,
  choices,
}: {
  label: string;
  /** The search parameter. */
  name: string;
  /** Each value's label; the filter puts "All" in front of them. */
  choices: Readonly<Record<string, string>>;
}) {
  const [params] = useSearchParams();
  const chosen = params.get(name) ?? '';
  return (
    <nav aria-label={label}>
      <ul className="filter">
        {[['', 'All'] as const, ...Object.entries(choices)].map(([value, choice]) => (
          <li key={value}>
            <Link
              to={{ search: searchWith(params, name, value) }}
              aria-current={value === chosen ? 'true' : undefined}
              preventScrollReset
              data-keeps-focus=""
            >
              {choice}
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
