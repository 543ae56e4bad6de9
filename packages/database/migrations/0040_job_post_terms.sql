-- The terms of a job post: pay, where the work is done, seniority, languages, and the last day for applications. All may be
-- absent, so the services of the former release keep writing job posts without them.

alter table employer.job_posts
  add column pay_minimum numeric(14, 2),
  add column pay_maximum numeric(14, 2),
  add column pay_currency text,
  add column pay_period   text,
  add column remote_mode  text,
  add column seniority    text,
  add column languages    text[] not null default '{}',
  add column expires_on   date,
  add constraint job_posts_pay_check check (
    case when pay_currency is null
      then pay_period is null and pay_minimum is null and pay_maximum is null
      else pay_period is not null and coalesce(pay_minimum, pay_maximum) > 0
           and (pay_minimum is null or pay_maximum is null or pay_minimum <= pay_maximum)
    end),
  add constraint job_posts_pay_currency_check check (pay_currency ~ '^[A-Z]{3}$'),
  add constraint job_posts_pay_period_check check (pay_period in ('hour', 'day', 'month', 'year')),
  add constraint job_posts_remote_mode_check check (remote_mode in ('on_site', 'hybrid', 'remote')),
  add constraint job_posts_seniority_check check (seniority in ('entry', 'mid', 'senior', 'lead')),
  add constraint job_posts_languages_check check (cardinality(languages) <= 10);
comment on column employer.job_posts.pay_minimum is 'in units of the currency; null: no lower end of the range, or no pay';
comment on column employer.job_posts.pay_maximum is 'in units of the currency; null: no upper end of the range, or no pay';
comment on column employer.job_posts.pay_currency is 'ISO 4217; null: the post names no pay';
comment on column employer.job_posts.languages is 'ISO 639-1, of the work';
comment on column employer.job_posts.expires_on is 'the last day, in UTC, on which the post is public; null: no last day';

-- Whether the last day of a post is over, at the moment of the statement.
create function employer.is_expired(expires_on date) returns boolean language sql stable return
  coalesce(is_expired.expires_on < (statement_timestamp() at time zone 'UTC')::date, false);

-- The terms as the contract has them.
create function employer.job_post_terms(
  pay_minimum numeric, pay_maximum numeric, pay_currency text, pay_period text,
  remote_mode text, seniority text, languages text[], expires_on date
) returns jsonb language sql stable return
  jsonb_strip_nulls(jsonb_build_object(
    'pay', case when job_post_terms.pay_currency is not null then jsonb_build_object(
      'minimum', job_post_terms.pay_minimum, 'maximum', job_post_terms.pay_maximum,
      'currency', job_post_terms.pay_currency, 'period', job_post_terms.pay_period) end,
    'remote_mode', job_post_terms.remote_mode, 'seniority', job_post_terms.seniority,
    'languages', job_post_terms.languages, 'expires_on', coalesce(to_char(job_post_terms.expires_on, 'YYYY-MM-DD'), '')));

create or replace trigger count_version before update on employer.job_posts for each row
  when ((old.title, old.description, old.location, old.kind, old.state, old.pay_minimum, old.pay_maximum, old.pay_currency,
         old.pay_period, old.remote_mode, old.seniority, old.languages, old.expires_on)
        is distinct from
        (new.title, new.description, new.location, new.kind, new.state, new.pay_minimum, new.pay_maximum, new.pay_currency,
         new.pay_period, new.remote_mode, new.seniority, new.languages, new.expires_on))
  execute function identity.count_version();

revoke all on function employer.is_expired(date),
  employer.job_post_terms(numeric, numeric, text, text, text, text, text[], date) from public;
grant execute on function employer.is_expired(date),
  employer.job_post_terms(numeric, numeric, text, text, text, text, text[], date) to employer_service, talent_service;
grant insert (pay_minimum, pay_maximum, pay_currency, pay_period, remote_mode, seniority, languages, expires_on),
  update (pay_minimum, pay_maximum, pay_currency, pay_period, remote_mode, seniority, languages, expires_on)
  on employer.job_posts to employer_service;
grant select (pay_minimum, pay_maximum, pay_currency, pay_period, remote_mode, seniority, languages, expires_on)
  on employer.job_posts to talent_service;
