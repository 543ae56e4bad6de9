import { csvOf, ExportQueue, type Handler, type Queryable, type SearchQueue } from '@gatehouse/boundary';
import type { ApplicationLine } from './application-row.ts';
import { findApplicationLines, type ListPosition, listReaderOf, positionOf } from './find-applications.ts';
import { isByRating } from './list-statements.ts';
import { isSearchCut, readInOrder, resolveFilter } from './search.ts';

/** The contract and the pages state this number. */
const MAX_EXPORTED = 10_000;

/** Characters of an answer. The contract states this number. */
const MAX_ANSWER = 200;

/** Rows in memory at one time, beside the file. */
const BATCH = 500;

/** More: each part of an order by rating compares all applications again, and waits in a queue that other members use. */
const BATCH_BY_RATING = 2000;

const HEADER = [
  'applied_at_utc',
  'job_post',
  'applicant',
  'email',
  'location',
  'headline',
  'skills',
  'links',
  'stage',
  'in_stage_since_utc',
  'offer_answer',
  'answers',
  'rating_average',
  'rating_count',
  'assignee',
];

const exports = new ExportQueue();

/** Exports the applications that match the filters, and audits the export in the transaction that allows it. */
export const createExportHandler =
  (search: SearchQueue): Handler<'ApplicationService.CreateApplicationExport'> =>
  (context, filter) =>
    exports.run({ accountId: context.facts.identities_user.id, client: context.client }, async () => {
      const { csv, count, isComplete } = await linesOf(search, context, filter);
      await context.transaction((tx) =>
        tx.audit({
          action: 'company.applications_exported',
          subject_kind: 'company',
          subject_id: tx.org_company.id,
          change: `${count} applications`,
        }),
      );
      return { csv, application_count: count, is_complete: isComplete };
    });

async function linesOf(
  search: SearchQueue,
  ...[context, asked]: Parameters<Handler<'ApplicationService.CreateApplicationExport'>>
): Promise<{ csv: string; count: number; isComplete: boolean }> {
  const reader = listReaderOf(context);
  const filter = await resolveFilter(search, context, asked);
  const readPart = async (after: ListPosition | null, count: number): Promise<readonly ApplicationLine[]> => {
    const find = (reads: Queryable) => findApplicationLines(reads, reader, filter, { after, count });
    return (await readInOrder(search, context, filter.order, [find])).flat();
  };
  const batch = isByRating(filter.order) ? BATCH_BY_RATING : BATCH;
  const parts = [csvOf([HEADER])];
  let count = 0;
  let after: ListPosition | null = null;
  const isCut = await isSearchCut(search, context, filter);
  while (count < MAX_EXPORTED) {
    const rows: readonly ApplicationLine[] = await readPart(after, batch);
    parts.push(csvOf(rows.map(cellsOf)));
    count += rows.length;
    const last = rows.at(-1);
    after = last === undefined ? null : positionOf(last);
    if (rows.length < batch) return { csv: parts.join(''), count, isComplete: !isCut };
  }
  const [next] = await readPart(after, 1);
  return { csv: parts.join(''), count, isComplete: next === undefined && !isCut };
}

function cellsOf(row: ApplicationLine): string[] {
  return [
    row.created_at.toISOString(),
    row.job_post_title,
    row.name,
    row.email,
    row.location,
    row.headline,
    row.skills.join(', '),
    row.links.join(' '),
    row.stage,
    row.updated_at.toISOString(),
    row.offer_answer ?? '',
    row.answers.map(({ question, answer }) => `${question} ${shortened(answer)}`).join('\n'),
    row.rating_average === null ? '' : row.rating_average.toFixed(2),
    row.rating_average === null ? '' : String(row.rating_count),
    row.assignee_name ?? '',
  ];
}

/** The beginning of a long answer: the file has no long texts. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_ANSWER ? text : `${characters.slice(0, MAX_ANSWER).join('')}…`;
}
