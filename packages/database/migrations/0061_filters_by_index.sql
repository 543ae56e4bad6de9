-- What the public search compares of each post, beside its words, in short rows: a filter that few posts pass reads one index
-- of them, not the posts (decision 0018). Triggers keep them, so the services of the former release do, too.

create table employer.job_post_filters (
  job_post_id  uuid             constraint job_post_filters_pkey primary key,
  company_id   uuid             not null,
  published_at timestamptz      not null,
  expires_on   date,
  location     text             not null,
  kind         text             not null,
  remote_mode  text,
  seniority    text,
  languages    text[]           not null,
  pay_currency text,
  yearly_pay   double precision
);
comment on table employer.job_post_filters is
  'published job posts that staff do not hide, as the filters of the public search compare them; kept by triggers';
comment on column employer.job_post_filters.location is 'employer.search_text of the location';
comment on column employer.job_post_filters.yearly_pay is 'employer.yearly_pay of the upper end of the range; null: not stated';

create function employer.filters_of(post employer.job_posts) returns employer.job_post_filters language sql stable return
  row(post.id, post.company_id, post.published_at, post.expires_on, employer.search_text(post.location), post.kind,
      post.remote_mode, post.seniority, post.languages, post.pay_currency,
      employer.yearly_pay(coalesce(post.pay_maximum, post.pay_minimum), post.pay_period))::employer.job_post_filters;

create function employer.refresh_job_post_filters() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from employer.job_post_filters where job_post_id = new.id;
  if new.state = 'published' and new.hidden_at is null then
    insert into employer.job_post_filters select (employer.filters_of(new)).*;
  end if;
  return null;
end $$;

-- The posts of before, first without a lock that keeps writes waiting.
insert into employer.job_post_filters
select f.* from employer.job_posts j cross join lateral employer.filters_of(j) f
 where j.state = 'published' and j.hidden_at is null;

create index job_post_filters_newest_idx on employer.job_post_filters (published_at desc, job_post_id desc)
  include (company_id, expires_on, location, kind, remote_mode, seniority, languages, pay_currency, yearly_pay);
create index job_post_filters_pay_idx on employer.job_post_filters
  (pay_currency, yearly_pay desc, published_at desc, job_post_id desc) where pay_currency is not null;

create trigger job_posts_filters_added after insert on employer.job_posts
  for each row when (new.state = 'published') execute function employer.refresh_job_post_filters();
create trigger job_posts_filters_changed
  after update of state, hidden_at, published_at, expires_on, location, kind, remote_mode, seniority, languages, pay_minimum,
    pay_maximum, pay_currency, pay_period on employer.job_posts
  for each row when (
    (new.state = 'published' or old.state = 'published')
    and (new.state, new.hidden_at, new.published_at, new.expires_on, new.location, new.kind, new.remote_mode, new.seniority,
         new.languages, new.pay_minimum, new.pay_maximum, new.pay_currency, new.pay_period)
        is distinct from
        (old.state, old.hidden_at, old.published_at, old.expires_on, old.location, old.kind, old.remote_mode, old.seniority,
         old.languages, old.pay_minimum, old.pay_maximum, old.pay_currency, old.pay_period))
  execute function employer.refresh_job_post_filters();

-- The triggers' lock is held from here on: what has changed meanwhile follows.
delete from employer.job_post_filters f using employer.job_posts j
 where j.id = f.job_post_id and (j.state <> 'published' or j.hidden_at is not null or j.updated_at > now() - interval '1 hour');
insert into employer.job_post_filters
select f.* from employer.job_posts j cross join lateral employer.filters_of(j) f
 where j.state = 'published' and j.hidden_at is null
   and not exists (select from employer.job_post_filters had where had.job_post_id = j.id);
alter table employer.job_post_filters add constraint job_post_filters_job_post_id_fkey
  foreign key (job_post_id) references employer.job_posts on delete cascade;
analyze employer.job_post_filters;

revoke all on function employer.filters_of(employer.job_posts), employer.refresh_job_post_filters() from public;
grant select on employer.job_post_filters to talent_service;
