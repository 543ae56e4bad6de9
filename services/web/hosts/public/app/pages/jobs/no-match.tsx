import type { JobPostFilterCounts } from '@gatehouse/contract/wire';
import { Link } from 'react-router';
import { EmptyState } from '#design/page.tsx';
import { type ChosenFilter, chosenFilters, countText, withoutFilters } from './chosen-filters.ts';
import { JobList } from './job-list.tsx';
import type { ListedJob } from './listed-job.ts';
import { addressOf, type Search } from './search.ts';

/** Where a search finds nothing: which filter to remove, and the newest jobs. */
export function NoMatch({
  search,
  counts,
  newest,
}: {
  search: Search;
  counts: readonly JobPostFilterCounts[];
  newest: readonly ListedJob[];
}) {
  const { query } = search;
  const chosen = chosenFilters(search);
  const helpful = chosen.flatMap((filter) => {
    const count = counts.find(({ filter: name }) => name === filter.name);
    return count === undefined || count.without === 0 ? [] : [{ filter, count }];
  });
  const what = chosen.length === 0 ? '' : query === '' ? ' your filters' : ' with these filters';
  const title = query === '' ? `Nothing matches${what}` : `Nothing matches “${query}”${what}`;
  return (
    <>
      <EmptyState title={title}>
        {helpful.length > 0 ? (
          <>
            <p>Remove one filter to see jobs:</p>
            <ul className="filter-chips">
              {helpful.map(({ filter, count }) => (
                <li key={filter.name}>
                  <LooserSearch filter={filter} count={count} />
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p>
            {chosen.length > 1 && query !== '' ? (
              <>
                <Link to={addressOf(withoutFilters(search))}>Search without filters</Link>, try other words,
                or{' '}
              </>
            ) : (
              'Try fewer or other words, or '
            )}
            <Link to="/jobs">see all jobs</Link>.
          </p>
        )}
      </EmptyState>
      {newest.length === 0 ? null : (
        <section className="stack" aria-labelledby="newest">
          <h2 id="newest">Newest jobs</h2>
          <JobList posts={newest} heading="h3" />
        </section>
      )}
    </>
  );
}

function LooserSearch({ filter, count }: { filter: ChosenFilter; count: JobPostFilterCounts }) {
  const text = countText(count.without, count.is_exact);
  const jobs = text === '1' ? 'job' : 'jobs';
  return (
    <Link to={addressOf(filter.without)} className="chip" preventScrollReset>
      <span>
        Remove “<bdi>{filter.label}</bdi>”{text === '' ? '' : `: ${text} ${jobs}`}
      </span>
    </Link>
  );
}
