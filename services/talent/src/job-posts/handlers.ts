import { decodeCursor, encodeCursor, type Handler, statement } from '@gatehouse/boundary';
import type { PublicJobPost } from '@gatehouse/contract';

interface PublicJobPostRow extends Omit<PublicJobPost, 'published_at' | 'company'> {
  readonly published_at: Date;
  /** The same moment to the microsecond, for the cursor. */
  readonly published_key: string;
  readonly rank: number;
  readonly company_id: string;
  readonly company_name: string;
  readonly company_about: string;
  readonly company_website: string;
}

const COLUMNS = `j.id, j.title, j.description, j.location, j.kind, j.published_at,
          to_char(j.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as published_key,
          c.id as company_id, c.name as company_name, c.about as company_about, c.website as company_website`;

/** Published posts of active companies, and nothing else. */
const VISIBLE = "j.state = 'published' and c.condition = 'active'";

const FILTERS = `($1::text = '' or strpos(lower(j.location), lower($1)) > 0) and ($2::text is null or j.kind = $2)`;

/** Relies on job_posts_published_at_id_idx. */
const LIST_NEWEST = statement<PublicJobPostRow>(
  'list_newest_public_job_posts',
  `select ${COLUMNS}, 0::float8 as rank
     from employer.job_posts j join employer.companies c on c.id = j.company_id
    where ${VISIBLE} and ${FILTERS}
      and ($3::timestamptz is null or (j.published_at, j.id) < ($3, $4::uuid))
    order by j.published_at desc, j.id desc
    limit $5`,
);

/** Best match first: the title weighs most, then the place, then the text. Relies on job_posts_search_idx. */
const SEARCH = statement<PublicJobPostRow>(
  'search_public_job_posts',
  `select * from (
     select ${COLUMNS}, ts_rank_cd(j.search, websearch_to_tsquery('english', $6))::float8 as rank
       from employer.job_posts j join employer.companies c on c.id = j.company_id
      where ${VISIBLE} and ${FILTERS} and j.search @@ websearch_to_tsquery('english', $6)
   ) found
   where $3::float8 is null or (rank, id) < ($3, $4::uuid)
   order by rank desc, id desc
   limit $5`,
);

/** A closed post is known to have been there, unless its company is switched off; a draft has never been. */
const FIND_PUBLIC_JOB_POST = statement<PublicJobPostRow & { readonly state: 'published' | 'closed' }>(
  'find_public_job_post',
  `select ${COLUMNS}, 0::float8 as rank, j.state
     from employer.job_posts j join employer.companies c on c.id = j.company_id
    where j.id = $1 and j.state <> 'draft' and c.condition = 'active'`,
);

const DEFAULT_LIMIT = 20;

/** The public catalogue: newest first, or best match first when `query` is given. */
export const listPublicJobPosts: Handler<'PublicJobPostService.ListPublicJobPosts'> = async (
  { read },
  input,
) => {
  const limit = input.limit === 0 ? DEFAULT_LIMIT : input.limit;
  const isSearch = input.query.trim() !== '';
  const [key, id] = decodeCursor(input.cursor, [isSearch ? 'number' : 'timestamp', 'uuid']);
  const values = [input.location.trim(), input.kind ?? null, key ?? null, id ?? null, limit + 1];
  const rows = await (isSearch
    ? read.query(SEARCH, [...values, input.query])
    : read.query(LIST_NEWEST, values));
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(presentPublicJobPost),
    next_cursor:
      rows.length > limit && last !== undefined
        ? encodeCursor([isSearch ? last.rank : last.published_key, last.id])
        : '',
  };
};

/** One published post of an active company; 410 for one that has been closed. */
export const getPublicJobPost: Handler<'PublicJobPostService.GetPublicJobPost'> = async (context, input) => {
  const [row] = await context.read.query(FIND_PUBLIC_JOB_POST, [input.id]);
  if (row === undefined) return context.refuse('not_found');
  return row.state === 'closed' ? context.refuse('job_post_closed') : presentPublicJobPost(row);
};

function presentPublicJobPost(row: PublicJobPostRow): PublicJobPost {
  const { id, title, description, location, kind, published_at } = row;
  return {
    id,
    title,
    description,
    location,
    kind,
    published_at: published_at.toISOString(),
    company: {
      id: row.company_id,
      name: row.company_name,
      about: row.company_about,
      website: row.company_website,
    },
  };
}
