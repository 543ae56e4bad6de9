-- A role per service with the least that it needs. The roles may be there already, made by an operator; they get their
-- password and the right to log in elsewhere, since a migration knows no secret.

do $$
declare
  service text;
begin
  foreach service in array array['identity_service', 'employer_service', 'talent_service'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = service) then
      execute format('create role %I nologin', service);
    end if;
  end loop;
exception
  -- Another database of the same server is being migrated at this moment.
  when duplicate_object or unique_violation then null;
end $$;

do $$ begin
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to identity_service, employer_service, talent_service', current_database());
end $$;
revoke all on schema public from public;

grant usage on schema identity, employer to identity_service, employer_service, talent_service;
grant usage on schema talent to talent_service;

-- The resolver's facts, for every service, by column: no role but identity's reads who is behind an address.
grant select (id, token_hash, user_id, created_at, last_seen_at, expires_at, idle_expires_at, ended_at)
  on identity.user_sessions to identity_service, employer_service, talent_service;
grant select (id, name, email, talent_access_state)
  on identity.users to identity_service, employer_service, talent_service;
grant select (id, user_id, company_id, role, status)
  on employer.org_memberships to identity_service, employer_service, talent_service;
grant select (id, name, condition) on employer.companies to identity_service, employer_service, talent_service;
grant execute on function identity.lock_user_access(bytea), identity.touch_user_session(uuid, interval)
  to identity_service, employer_service, talent_service;

-- The trail takes inserts and nothing else.
grant insert on identity.audit_events to identity_service, employer_service, talent_service;
grant select on identity.audit_events to identity_service;

-- Identity: people, sessions, credentials, mail; and the condition of companies and memberships.
grant select, insert on identity.users, identity.credentials, identity.user_sessions, identity.admins,
  identity.admin_credentials, identity.admin_sessions, identity.mail_tokens, identity.mail_outbox to identity_service;
grant update (name, talent_access_state, email_verified_at, updated_at) on identity.users to identity_service;
grant update (password_hash, updated_at) on identity.credentials, identity.admin_credentials to identity_service;
grant update (ended_at, end_reason) on identity.user_sessions, identity.admin_sessions to identity_service;
grant update (used_at) on identity.mail_tokens to identity_service;
grant update (attempts, next_attempt_at, sent_at, text_body, html_body) on identity.mail_outbox to identity_service;
grant execute on function identity.lock_admin_access(bytea), identity.touch_admin_session(uuid, interval)
  to identity_service;
grant select on employer.companies, employer.org_memberships to identity_service;
grant select (id, company_id, state) on employer.job_posts to identity_service;
grant update (condition, updated_at) on employer.companies to identity_service;
grant update (status, updated_at) on employer.org_memberships to identity_service;

-- Employer: companies, memberships, job posts.
grant select on employer.companies, employer.org_memberships, employer.job_posts to employer_service;
grant insert (name, about, website) on employer.companies to employer_service;
grant update (name, about, website, updated_at) on employer.companies to employer_service;
grant insert (user_id, company_id, role) on employer.org_memberships to employer_service;
grant update (role, status, updated_at) on employer.org_memberships to employer_service;
grant insert (company_id, title, description, location, kind) on employer.job_posts to employer_service;
grant update (title, description, location, kind, state, published_at, updated_at)
  on employer.job_posts to employer_service;

-- Talent: the public catalogue and the talent's own profile.
grant select on employer.job_posts to talent_service;
grant select (about, website) on employer.companies to talent_service;
grant select, insert, update on talent.profiles to talent_service;
grant execute on function identity.request_talent_access(uuid) to talent_service;
