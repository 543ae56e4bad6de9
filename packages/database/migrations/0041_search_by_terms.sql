-- The public search by pay compares amounts of one currency, each for a year of 12 months, 260 days or 2,080 hours.
create function employer.yearly_pay(amount numeric, period text) returns float8 language sql immutable return
  yearly_pay.amount::float8
    * case yearly_pay.period when 'year' then 1 when 'month' then 12 when 'day' then 260 when 'hour' then 2080 end;

-- The employer service writes the index.
revoke all on function employer.yearly_pay(numeric, text) from public;
grant execute on function employer.yearly_pay(numeric, text) to talent_service, employer_service;

create index job_posts_yearly_pay_idx on employer.job_posts
  (pay_currency, employer.yearly_pay(coalesce(pay_maximum, pay_minimum), pay_period) desc, published_at desc, id desc)
  where state = 'published' and pay_currency is not null;
