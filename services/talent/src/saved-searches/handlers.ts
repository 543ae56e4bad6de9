import { type HandlersOf, newestFirst, onlyRow, readPage, statement } from '@gatehouse/boundary';
import type { JobSearch, SavedSearch } from '@gatehouse/contract';
import { requireCurrency } from '../job-posts/filters.ts';
import { nameOf } from './describe-search.ts';

/** Saved searches of one user: each may cost a search a day. */
const MAX_SAVED = 20;

interface SavedSearchRow {
  readonly id: string;
  readonly search: JobSearch;
  readonly frequency: SavedSearch['frequency'];
  readonly created_at: Date;
}

const COLUMNS = 's.id, s.search, s.frequency, s.created_at';

const NEWEST = newestFirst('s.id');

const LIST_SEARCHES = statement<SavedSearchRow>(
  'list_saved_searches',
  `select ${COLUMNS} from talent.saved_searches s
    where s.user_id = $1 and ${NEWEST.after(2)}
    ${NEWEST.orderBy}
    limit $3`,
  { indexes: ['saved_searches_user_id_id_idx'] },
);

const FIND_SEARCH = statement<SavedSearchRow>(
  'find_saved_search',
  `select ${COLUMNS} from talent.saved_searches s where s.id = $1`,
  { indexes: ['saved_searches_pkey'] },
);

const SAVE = statement<{ id: string | null }>(
  'save_search',
  'select talent.save_search($1, $2::jsonb, $3, $4) as id',
);

/** Posts of the time without mail are not new. A search that was tried and has not succeeded keeps its turn (F8). */
const CHANGE_FREQUENCY = statement<SavedSearchRow>(
  'change_frequency_of_saved_search',
  `update talent.saved_searches s
      set frequency = $3,
          attempts = case when s.frequency = 'none' then 0 else s.attempts end,
          mailed_until = case when s.frequency = 'none' then now() else s.mailed_until end,
          next_mail_at = case when s.frequency = 'none' then now() + talent.mail_interval($3)
                              else greatest(s.mailed_until + talent.mail_interval($3),
                                            case when s.attempts > 0 then s.next_mail_at end)
                         end
    where s.id = $1 and s.user_id = $2
   returning ${COLUMNS}`,
  { indexes: ['saved_searches_user_id_id_idx'] },
);

const DELETE_SEARCH = statement<{ is_deleted: boolean }>(
  'delete_saved_search',
  'select talent.delete_saved_search($1, $2) as is_deleted',
);

/** The searches that the caller has saved. */
export const savedSearchHandlers: HandlersOf<'SavedSearchService'> = {
  'SavedSearchService.ListSavedSearches': ({ read, facts }, input) =>
    readPage(input, {
      order: NEWEST,
      find: (after, count) => read.query(LIST_SEARCHES, [facts.identities_user.id, ...after, count]),
      present: presentSearch,
    }),

  'SavedSearchService.CreateSavedSearch': (context, { search, frequency }) => {
    requireCurrency(search);
    const trimmed = { ...search, query: search.query.trim(), location: search.location.trim() };
    return context.transaction(async (tx) => {
      const values = [tx.facts.identities_user.id, JSON.stringify(trimmed), frequency, MAX_SAVED];
      const { id } = onlyRow(await tx.query(SAVE, values), 'the id of a saved search');
      if (id === null) {
        const detail = `You have saved ${MAX_SAVED} searches. Remove one, then save this one.`;
        return context.refuse('saved_quota_reached', { detail });
      }
      return presentSearch(onlyRow(await tx.query(FIND_SEARCH, [id]), 'the saved search'));
    });
  },

  'SavedSearchService.UpdateSavedSearch': (context, { id, frequency }) =>
    context.transaction(async (tx) => {
      const [row] = await tx.query(CHANGE_FREQUENCY, [id, tx.facts.identities_user.id, frequency]);
      return row === undefined ? context.refuse('not_found') : presentSearch(row);
    }),

  'SavedSearchService.DeleteSavedSearch': (context, { id }) =>
    context.transaction(async (tx) => {
      const values = [tx.facts.identities_user.id, id];
      const { is_deleted } = onlyRow(await tx.query(DELETE_SEARCH, values), 'whether it is deleted');
      return is_deleted ? null : context.refuse('not_found');
    }),
};

function presentSearch({ id, search, frequency, created_at }: SavedSearchRow): SavedSearch {
  return { id, name: nameOf(search), search, frequency, created_at: created_at.toISOString() };
}
