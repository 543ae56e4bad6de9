import { type Queryable, required, type Statement } from '@gatehouse/boundary';
import type { ApplicationOrder, ApplicationStage } from '@gatehouse/contract';
import type { ApplicationLine, ApplicationRow } from './application-row.ts';
import {
  APPLICATION_LINE_LISTS,
  APPLICATION_LISTS,
  isByRating,
  type ListWay,
  type PartOrder,
  STAGE_COUNTS,
} from './list-statements.ts';

/** What a list of a company's applications is limited to. */
export interface ApplicationFilter {
  readonly stage?: ApplicationStage;
  readonly job_post_id?: string;
  /** What a search has found (`searchApplications`); null: all. */
  readonly found: readonly string[] | null;
  readonly order?: ApplicationOrder;
  /** `me`, `none`, or the id of a membership. */
  readonly assignee?: string;
}

/** The member who reads. */
export interface ListReader {
  readonly companyId: string;
  readonly userId: string;
  readonly membershipId: string;
}

/** Where a part of a list begins. */
export interface ListPosition {
  /** The last application of the part before. */
  readonly id: string;
  /** In the order by rating: the average that it had there, 0 without one; null: as it is rated now. */
  readonly average: number | null;
}

/** The position after an application that a reader sees. */
export function positionOf({
  id,
  rating_average,
}: ApplicationLine): ListPosition & { readonly average: number } {
  return { id, average: rating_average ?? 0 };
}

/** A part of a list: at most `count` applications after one. Null: from the first one. */
interface Part {
  readonly after: ListPosition | null;
  readonly count: number;
  /** Absent: that of the filter. */
  readonly order?: PartOrder;
}

/** A part of a company's applications, in the list's order. */
export async function findApplications(
  read: Queryable,
  reader: ListReader,
  filter: ApplicationFilter,
  part: Part,
): Promise<readonly ApplicationRow[]> {
  const { list, values } = listOf(APPLICATION_LISTS, reader, filter, part);
  return read.query(list, values);
}

/** The same without the long texts. */
export async function findApplicationLines(
  read: Queryable,
  reader: ListReader,
  filter: ApplicationFilter,
  part: Part,
): Promise<readonly ApplicationLine[]> {
  const { list, values } = listOf(APPLICATION_LINE_LISTS, reader, filter, part);
  return read.query(list, values);
}

/** How many applications match, by stage; a stage without one is left out. */
export async function countByStage(
  read: Queryable,
  reader: ListReader,
  filter: Pick<ApplicationFilter, 'job_post_id' | 'assignee' | 'found'>,
): Promise<ReadonlyMap<ApplicationStage, number>> {
  const statement = required(STAGE_COUNTS.get(wayOf(filter)), 'the statement');
  const counts = await read.query(statement, [
    reader.companyId,
    null,
    filter.job_post_id ?? null,
    filter.found,
    reader.userId,
    assigneeIdOf(reader, filter),
  ]);
  return new Map(counts.map(({ stage, count }) => [stage, count]));
}

/** The member whose request a handler answers. */
export function listReaderOf({
  facts,
  org_company,
  org_membership,
}: {
  readonly facts: { readonly identities_user: { readonly id: string } };
  readonly org_company: { readonly id: string };
  readonly org_membership: { readonly id: string };
}): ListReader {
  return { companyId: org_company.id, userId: facts.identities_user.id, membershipId: org_membership.id };
}

/** The statement of a part, and its values. */
function listOf<Row>(
  lists: Map<string, Statement<Row>>,
  reader: ListReader,
  filter: ApplicationFilter,
  part: Part,
): { list: Statement<Row>; values: unknown[] } {
  const order = part.order ?? filter.order ?? 'newest';
  const list = required(lists.get(`${wayOf(filter)} ${order}`), 'the statement');
  const values = valuesOf(reader, filter, part);
  return { list, values: isByRating(order) ? [...values, part.after?.average ?? null] : values };
}

function wayOf({ stage, job_post_id, assignee }: Omit<ApplicationFilter, 'found'>): ListWay {
  if (assignee !== undefined) return assignee === 'none' ? 'unassigned' : 'assignee';
  if (job_post_id !== undefined) return 'job_post';
  return stage !== undefined ? 'stage' : 'all';
}

function valuesOf(reader: ListReader, filter: ApplicationFilter, { after, count }: Part) {
  const { companyId, userId } = reader;
  const { stage = null, job_post_id = null, found } = filter;
  const assigneeId = assigneeIdOf(reader, filter);
  return [companyId, stage, job_post_id, found, userId, assigneeId, after?.id ?? null, count];
}

function assigneeIdOf({ membershipId }: ListReader, { assignee }: Pick<ApplicationFilter, 'assignee'>) {
  if (assignee === undefined || assignee === 'none') return null;
  return assignee === 'me' ? membershipId : assignee;
}
