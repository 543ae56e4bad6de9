import type { PublicJobPost } from '@gatehouse/contract/wire';
import { Link } from 'react-router';
import { formatDay } from '#design/dates.ts';
import { Dotted } from '#design/dotted.tsx';
import { KIND_LABELS } from '#design/labels.ts';
import { Monogram } from '#design/monogram.tsx';
import { Badge } from '#design/page.tsx';

/** Public job posts, one per row. */
export function JobList({
  posts,
  heading: Heading = 'h2',
}: {
  posts: readonly PublicJobPost[];
  heading?: 'h2' | 'h3';
}) {
  return (
    <ul className="job-list">
      {posts.map(({ id, title, company, location, kind, published_at }) => (
        <li key={id}>
          <Monogram name={company.name} />
          <div>
            <Heading>
              <Link to={`/jobs/${id}`}>{title}</Link>
            </Heading>
            <p>
              <Dotted parts={{ company: company.name, location }} />
            </p>
          </div>
          <p className="job-when">
            <Badge>{KIND_LABELS[kind]}</Badge>
            <time dateTime={published_at}>{formatDay(published_at)}</time>
          </p>
        </li>
      ))}
    </ul>
  );
}
