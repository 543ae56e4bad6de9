import { type HandlersOf, type Queryable, type SearchQueue, statement } from '@gatehouse/boundary';
import { presentApplication } from './application-row.ts';
import { createGetApplicationBoard } from './board.ts';
import { createExportHandler } from './export.ts';
import { findApplicationLines, findApplications, listReaderOf } from './find-applications.ts';
import { readListPage } from './list-page.ts';
import { REVERSE } from './list-statements.ts';
import { readInOrder, resolveFilter } from './search.ts';

const FIND_OWN = statement<object>(
  'find_application_of_company',
  'select id from talent.applications where id = $1 and company_id = $2',
);

/** The lists across all job posts. */
export type ApplicationListHandlers = Pick<
  HandlersOf<'ApplicationService'>,
  | 'ApplicationService.ListCompanyApplications'
  | 'ApplicationService.GetApplicationBoard'
  | 'ApplicationService.GetAdjacentApplications'
  | 'ApplicationService.CreateApplicationExport'
>;

/** @param search for those with a query, or by rating. */
export function createApplicationListHandlers(search: SearchQueue): ApplicationListHandlers {
  return {
    'ApplicationService.ListCompanyApplications': async (context, { cursor, limit, ...asked }) => {
      const filter = await resolveFilter(search, context, asked);
      return readListPage({ cursor, limit }, filter.order, {
        find: async (after, count) => {
          const find = (reads: Queryable) =>
            findApplications(reads, listReaderOf(context), filter, { after, count });
          return (await readInOrder(search, context, filter.order, [find])).flat();
        },
        present: presentApplication,
      });
    },

    'ApplicationService.GetApplicationBoard': createGetApplicationBoard(search),

    'ApplicationService.CreateApplicationExport': createExportHandler(search),

    'ApplicationService.GetAdjacentApplications': async (context, { id, ...asked }) => {
      const filter = await resolveFilter(search, context, asked);
      const { read, org_company } = context;
      const { order = 'newest' } = filter;
      const neighbour = (direction: typeof order | (typeof REVERSE)[typeof order]) => (reads: Queryable) =>
        findApplicationLines(reads, listReaderOf(context), filter, {
          after: { id, average: null },
          count: 1,
          order: direction,
        });
      const [[own], neighbours] = await Promise.all([
        read.query(FIND_OWN, [id, org_company.id]),
        readInOrder(search, context, order, [neighbour(order), neighbour(REVERSE[order])]),
      ]);
      if (own === undefined) return context.refuse('not_found');
      const [next, previous] = neighbours.map(([first]) => first);
      return {
        ...(previous === undefined ? {} : { previous: { id: previous.id, applicant_name: previous.name } }),
        ...(next === undefined ? {} : { next: { id: next.id, applicant_name: next.name } }),
      };
    },
  };
}
