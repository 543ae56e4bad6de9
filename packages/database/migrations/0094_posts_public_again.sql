-- Mails about saved searches name posts by when visitors could first see them. That is later than the publication where the company
-- was approved or enabled afterwards, and where staff had hidden the post. docs/decisions/0036-saved-jobs-and-searches.md

-- Nullable, so that no row is written here: that would keep searches waiting.
alter table employer.job_post_filters add column public_since timestamptz;
comment on column employer.job_post_filters.public_since is
  'when staff last showed the post, or approved or enabled its company, after its publication; null: not since';

-- On a table with millions of rows, create it concurrently after an upgrade with the column.
create index job_post_filters_public_since_idx on employer.job_post_filters ((coalesce(public_since, published_at)));

create or replace function employer.filters_of(post employer.job_posts) returns employer.job_post_filters language sql stable return
  row(post.id, post.company_id, post.published_at, post.expires_on, employer.search_text(post.location), post.kind,
      post.remote_mode, post.seniority, post.languages, post.pay_currency,
      employer.yearly_pay(coalesce(post.pay_maximum, post.pay_minimum), post.pay_period), null)::employer.job_post_filters;

-- As before, with the time since which the post is public.
create or replace function employer.refresh_job_post_filters() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  since timestamptz;
begin
  if new.state = 'published' and new.hidden_at is null then
    -- The row's lock: a company that is being approved or enabled is waited for, and a later approval sees this row.
    perform from employer.companies c where c.id = new.company_id for share;
  end if;
  delete from employer.job_post_filters f where f.job_post_id = new.id returning f.public_since into since;
  if new.state = 'published' and new.hidden_at is null then
    insert into employer.job_post_filters select (employer.filters_of(new)).*;
    -- Of an inserted post, `old` is null.
    if old.state = 'published' and old.hidden_at is not null then since := now(); end if;
    if since is not null then
      update employer.job_post_filters f set public_since = since where f.job_post_id = new.id;
    end if;
  end if;
  return null;
end $$;

create function employer.show_posts_of_company() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update employer.job_post_filters f set public_since = now()
   where f.job_post_id in (select j.id from employer.job_posts j where j.company_id = new.id and j.state = 'published');
  return null;
end $$;
revoke all on function employer.show_posts_of_company() from public;

create trigger companies_posts_shown after update of condition, review_state on employer.companies
  for each row when (
    new.condition = 'active' and new.review_state = 'approved'
    and (old.condition, old.review_state) is distinct from (new.condition, new.review_state))
  execute function employer.show_posts_of_company();
