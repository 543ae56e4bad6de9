import { etagOf } from '@gatehouse/boundary';
import type { AdminJobPost } from '@gatehouse/contract';
import { IS_VISIBLE } from '@gatehouse/hiring';

/** A job post as the staff's statements select it. */
export interface AdminJobPostRow
  extends Omit<AdminJobPost, 'created_at' | 'published_at' | 'hidden_at' | 'visibility' | 'country_code'> {
  /** Null: not stated. */
  readonly country_code: string | null;
  readonly created_at: Date;
  readonly published_at: Date;
  readonly hidden_at: Date | null;
}

/** Whether staff keep all posts of a company `c` from visitors. */
export const IS_CLOSED_COMPANY = "(c.condition = 'disabled' or c.review_state <> 'approved')";

/** Whether staff keep a published post `j` of a company `c` from visitors, by what they have decided about post or company. */
export const IS_KEPT_BACK = `j.state = 'published'
           and (${IS_CLOSED_COMPANY} or j.hidden_at is not null)`;

/** Of posts `j` of companies `c`. */
export const ADMIN_JOB_POST_COLUMNS = `j.id, j.title, j.location, j.country_code, j.kind, j.state, j.company_id, c.name as company_name,
         c.condition as company_condition, j.created_at, j.published_at, ${IS_VISIBLE} as is_public, j.hidden_at,
         j.hidden_reason as owner_reason, ${etagOf('j.visibility_version')}`;

/** A job post as staff see it. */
export function presentAdminJobPost({
  hidden_at,
  country_code,
  created_at,
  published_at,
  ...row
}: AdminJobPostRow): AdminJobPost {
  return {
    ...row,
    ...(country_code === null ? {} : { country_code }),
    created_at: created_at.toISOString(),
    published_at: published_at.toISOString(),
    visibility: hidden_at === null ? 'shown' : 'hidden',
    ...(hidden_at === null ? {} : { hidden_at: hidden_at.toISOString() }),
  };
}
