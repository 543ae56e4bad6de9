-- The reports of a company that staff disable are closed in steps: each of its posts may have 200, and with those of 500 posts in one
-- transaction a company could not be disabled within a second (G1). docs/decisions/0040-moderation.md

-- On a table with millions of rows, create it concurrently before the upgrade.
create index if not exists companies_disabled_idx on employer.companies (id) where condition = 'disabled';

-- Closes `max_count` more. None is added while the company is disabled: a report takes the company's access lock. False: none is open
-- that another transaction does not work on.
create function identity.close_reports_of_disabled_companies(max_count integer) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  update identity.abuse_reports r set closed_at = now(), outcome = 'company_disabled'
   where r.id = any (array(
           select o.id from employer.companies c join identity.abuse_reports o on o.company_id = c.id
            where c.condition = 'disabled' and o.closed_at is null
            limit max_count for no key update of o skip locked));
  return found;
end $$;
revoke all on function identity.close_reports_of_disabled_companies(integer) from public;
grant execute on function identity.close_reports_of_disabled_companies(integer) to employer_service;
