import { type HandlersOf, readPage, statement } from '@gatehouse/boundary';
import { presentApplication } from './application-row.ts';
import { getApplicationBoard } from './board.ts';
import { createApplicationExport } from './export.ts';
import {
  findApplicationLines,
  findApplications,
  type ListPosition,
  listReaderOf,
  positionOf,
} from './find-applications.ts';
import { isByRating, REVERSE } from './list-statements.ts';

const FIND_OWN = statement<object>(
  'find_application_of_company',
  'select id from talent.applications where id = $1 and company_id = $2',
);

/** The lists across all job posts. */
export const applicationListHandlers: Pick<
  HandlersOf<'ApplicationService'>,
  | 'ApplicationService.ListCompanyApplications'
  | 'ApplicationService.GetApplicationBoard'
  | 'ApplicationService.GetAdjacentApplications'
  | 'ApplicationService.CreateApplicationExport'
> = {
  'ApplicationService.ListCompanyApplications': (context, { cursor, limit, ...filter }) => {
    const page = { cursor, limit };
    const present = presentApplication;
    const find = (after: ListPosition | null, count: number) =>
      findApplications(context.read, listReaderOf(context), filter, { after, count });
    return isByRating(filter.order ?? 'newest')
      ? readPage(page, {
          key: ['uuid', 'number'],
          find: ([id, average], count) => find(id === null ? null : { id, average: Number(average) }, count),
          present,
          keyOf: (row) => [row.id, positionOf(row).average],
        })
      : readPage(page, {
          key: ['uuid'],
          find: ([id], count) => find(id === null ? null : { id, average: null }, count),
          present,
          keyOf: (row) => [row.id],
        });
  },

  'ApplicationService.GetApplicationBoard': getApplicationBoard,

  'ApplicationService.CreateApplicationExport': createApplicationExport,

  'ApplicationService.GetAdjacentApplications': async (context, { id, ...filter }) => {
    const { read, org_company } = context;
    const { order = 'newest' } = filter;
    const neighbour = (direction: typeof order | (typeof REVERSE)[typeof order]) =>
      findApplicationLines(read, listReaderOf(context), filter, {
        after: { id, average: null },
        count: 1,
        order: direction,
      });
    const [[own], [next], [previous]] = await Promise.all([
      read.query(FIND_OWN, [id, org_company.id]),
      neighbour(order),
      neighbour(REVERSE[order]),
    ]);
    if (own === undefined) return context.refuse('not_found');
    return {
      ...(previous === undefined ? {} : { previous: { id: previous.id, applicant_name: previous.name } }),
      ...(next === undefined ? {} : { next: { id: next.id, applicant_name: next.name } }),
    };
  },
};
