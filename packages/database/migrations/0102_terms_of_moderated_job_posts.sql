-- Staff read the terms of what they hide: a reported pay or workplace is among them. docs/decisions/0030-terms-of-a-job-post.md

-- As before, with the terms.
create or replace view employer.moderated_job_posts with (security_barrier) as
  select j.id, j.company_id, j.title, j.description, j.location, j.kind, j.state, j.created_at, j.published_at, j.expires_on,
         j.questions, j.hidden_at, j.hidden_reason, j.visibility_version, j.country_code, j.pay_minimum, j.pay_maximum,
         j.pay_currency, j.pay_period, j.remote_mode, j.seniority, j.languages
    from employer.job_posts j where j.state <> 'draft';

grant execute on function employer.job_post_terms(numeric, numeric, text, text, text, text, text[], date) to identity_service;
