import type { Handler, Queryable, SearchQueue } from '@gatehouse/boundary';
import type { ApplicationStage, BoardCard } from '@gatehouse/contract';
import { type ApplicationLine, nextInterviewOf } from './application-row.ts';
import { assignmentOf } from './assignment-row.ts';
import { countByStage, findApplicationLines, listReaderOf } from './find-applications.ts';
import { readListPage } from './list-page.ts';
import { ratingSummaryOf } from './rating-row.ts';
import { readInOrder, resolveFilter } from './search.ts';

const STAGES: readonly ApplicationStage[] = ['submitted', 'in_review', 'interview', 'offer', 'rejected'];

/** Cards of a column. The contract states this number. */
const MAX_CARDS = 20;

/**
 * Every column is read as a list is, so that the list goes on where a column ends. Without a search, all reads are
 * one round trip.
 */
export const createGetApplicationBoard =
  (search: SearchQueue): Handler<'ApplicationService.GetApplicationBoard'> =>
  async (context, asked) => {
    const { read } = context;
    const reader = listReaderOf(context);
    const filter = await resolveFilter(search, context, asked);
    const column = (stage: ApplicationStage) => async (reads: Queryable) => {
      const page = await readListPage({ cursor: '', limit: MAX_CARDS }, filter.order, {
        find: (after, count) => findApplicationLines(reads, reader, { ...filter, stage }, { after, count }),
        present: presentCard,
      });
      return { stage, ...page };
    };
    const [counts, pages] = await Promise.all([
      countByStage(read, reader, filter),
      readInOrder(search, context, filter.order, STAGES.map(column)),
    ]);
    return { columns: pages.map((page) => ({ ...page, count: counts.get(page.stage) ?? 0 })) };
  };

function presentCard(row: ApplicationLine): BoardCard {
  const { id, name, job_post_title, stage, updated_at, etag, has_unread_messages } = row;
  const { offer_answer, withdrawn_at } = row;
  return {
    id,
    applicant_name: name,
    job_post_title,
    stage,
    updated_at: updated_at.toISOString(),
    etag,
    has_unread_messages,
    ...(offer_answer === null ? {} : { offer_answer }),
    ...nextInterviewOf(row),
    ...ratingSummaryOf(row),
    ...assignmentOf(row, withdrawn_at),
  };
}
