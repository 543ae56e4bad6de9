import type { JobPost } from '@gatehouse/contract/wire';
import { SearchChoice, SearchForm } from '#design/search-form.tsx';
import { APPLICATION_ORDER_LABELS, type ApplicationFilters } from './filters.ts';
import { postChoices } from './post-choices.ts';

/** The search of the list and of the board, by the address. */
export function ApplicationSearch({
  filters: { query, stage, job, order, assignee },
  posts,
  assignees,
}: {
  filters: ApplicationFilters;
  posts: readonly JobPost[];
  /** Labels by value. */
  assignees: Readonly<Record<string, string>>;
}) {
  const chosen = [job !== '', assignee !== '', order !== 'newest'].filter(Boolean).length;
  return (
    <SearchForm
      label="Name, email, skill or job title"
      query={query}
      kept={{ stage: stage ?? '' }}
      chosen={chosen}
    >
      <SearchChoice label="Job post" name="job" value={job} choices={postChoices(posts)} />
      <SearchChoice label="Assigned to" name="assignee" value={assignee} choices={assignees} />
      <SearchChoice label="Sort by" name="order" value={order} choices={APPLICATION_ORDER_LABELS} />
    </SearchForm>
  );
}
