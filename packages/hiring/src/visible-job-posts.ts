import { ofEverySecondRow } from './every-second-row.ts';

// SQL conditions of a post `employer.job_posts j` of a company `employer.companies c`.

/** Neither disabled nor waiting for a review. Of fewer than 50 companies PostgreSQL has no statistics. */
export const IS_OPEN_COMPANY = ofEverySecondRow("c.review_state = 'approved' and c.condition = 'active'");

/** What visitors may know of: no draft, no post of a company that is disabled or not approved, and none that staff hide. */
export const IS_KNOWN = `j.state <> 'draft' and ${IS_OPEN_COMPANY} and j.hidden_at is null`;

/** Only published posts of active, approved companies that staff do not hide, until their last day is over. */
export const IS_VISIBLE = `j.state = 'published' and ${IS_OPEN_COMPANY}
           and j.hidden_at is null and not employer.is_expired(j.expires_on)`;
