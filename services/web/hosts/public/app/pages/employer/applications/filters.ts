import type { ApplicationOrder, ApplicationStage } from '@gatehouse/contract/wire';
import { findChoice } from '#api/choice.ts';
import { STAGE_LABELS } from '#design/stage.tsx';

export const APPLICATION_ORDER_LABELS: Record<ApplicationOrder, string> = {
  newest: 'Newest',
  oldest: 'Oldest',
  rating: 'Rating',
};

/** What a list of applications is limited to, as its address says it. */
export interface ApplicationFilters {
  readonly query: string;
  readonly stage: ApplicationStage | null;
  /** The job post's id; empty: all. */
  readonly job: string;
  readonly order: ApplicationOrder;
  /** `me`, `none` or the id of a membership; empty: all. */
  readonly assignee: string;
  /** Whether a card of the board led to an application: its page leads back there. */
  readonly isFromBoard: boolean;
}

/** The filters in an address. */
export function filtersOf(search: URLSearchParams): ApplicationFilters {
  return {
    query: search.get('query') ?? '',
    stage: findChoice(STAGE_LABELS, search.get('stage')),
    job: search.get('job') ?? '',
    order: findChoice(APPLICATION_ORDER_LABELS, search.get('order')) ?? 'newest',
    assignee: search.get('assignee') ?? '',
    isFromBoard: search.get('from') === 'board',
  };
}

/** The same filters for the API. */
export function inputOf({ query, stage, job, order, assignee }: ApplicationFilters) {
  return {
    query,
    ...(stage === null ? {} : { stage }),
    ...(job === '' ? {} : { job_post_id: job }),
    ...(order === 'newest' ? {} : { order }),
    ...(assignee === '' ? {} : { assignee }),
  };
}

/** The same filters for a link: `?stage=offer`; empty without a filter. */
export function searchOf({ query, stage, job, order, assignee, isFromBoard }: ApplicationFilters): string {
  const search = new URLSearchParams({
    ...(query === '' ? {} : { query }),
    ...(stage === null ? {} : { stage }),
    ...(job === '' ? {} : { job }),
    ...(order === 'newest' ? {} : { order }),
    ...(assignee === '' ? {} : { assignee }),
    ...(isFromBoard ? { from: 'board' } : {}),
  });
  return search.size === 0 ? '' : `?${search}`;
}

/** What of the filters a board has: its columns are the stages. */
export function boardFiltersOf(filters: ApplicationFilters): ApplicationFilters {
  return { ...filters, stage: null, isFromBoard: false };
}

/** The filters of a board for a link to it. */
export function boardSearchOf(filters: ApplicationFilters): string {
  return searchOf(boardFiltersOf(filters));
}

/** For the link of a card: its column is the list that the application is opened from. */
export function cardSearchOf(filters: ApplicationFilters, stage: ApplicationStage): string {
  return searchOf({ ...filters, stage, isFromBoard: true });
}
