import { Link } from 'react-router';

/** Leads to the next page of a list, when there is one. */
export function NextPage({ params, cursor }: { params: Readonly<Record<string, string>>; cursor: string }) {
  if (cursor === '') return null;
  return (
    <p className="actions">
      <Link className="button" to={`?${new URLSearchParams({ ...params, cursor })}`}>
        More
      </Link>
    </p>
  );
}
