/** SQL: which part of the published posts a published post belongs to. Each has exactly one: counts of them add up (U11). */
export const PUBLISHED_AS = `case when hidden_at is not null then 'hidden'
           when employer.is_expired(expires_on) then 'expired' else 'visible' end`;
