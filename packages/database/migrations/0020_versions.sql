-- Versions of what two callers may change at the same time (G9). Triggers count them, not the services' statements: a write
-- of a pod of the release before makes a new version, too. docs/decisions/0020-versions-and-conflicts.md

alter table employer.job_posts add column version integer not null default 1;
alter table employer.companies
  add column version           integer not null default 1,
  add column condition_version integer not null default 1;
alter table employer.org_memberships
  add column version       integer not null default 1,
  add column staff_version integer not null default 1;
alter table identity.users add column talent_access_version integer not null default 1;
alter table talent.applications add column version integer not null default 1;
alter table talent.profiles add column version integer not null default 1;

comment on column employer.companies.version is 'of name, about and website';
comment on column employer.companies.condition_version is 'of the condition: what owners change does not hold up the staff';
comment on column employer.org_memberships.version is 'of role and status, whoever changed them';
comment on column employer.org_memberships.staff_version is
  'of what staff decided: a change by an owner does not hold up a revocation by staff';
comment on column talent.applications.version is 'of the stage';
comment on column talent.profiles.version is '1: as empty as a profile without a row';

create function identity.count_version() returns trigger language plpgsql as $$
begin new.version := old.version + 1; return new; end $$;
create function identity.count_condition_version() returns trigger language plpgsql as $$
begin new.condition_version := old.condition_version + 1; return new; end $$;
create function identity.count_staff_version() returns trigger language plpgsql as $$
begin new.staff_version := old.staff_version + 1; return new; end $$;
create function identity.count_talent_access_version() returns trigger language plpgsql as $$
begin new.talent_access_version := old.talent_access_version + 1; return new; end $$;

create trigger count_version before update on employer.job_posts for each row
  when ((old.title, old.description, old.location, old.kind, old.state)
        is distinct from (new.title, new.description, new.location, new.kind, new.state))
  execute function identity.count_version();
create trigger count_version before update on employer.companies for each row
  when ((old.name, old.about, old.website) is distinct from (new.name, new.about, new.website))
  execute function identity.count_version();
create trigger count_condition_version before update on employer.companies for each row
  when (old.condition <> new.condition)
  execute function identity.count_condition_version();
create trigger count_version before update on employer.org_memberships for each row
  when ((old.role, old.status, old.revoked_by) is distinct from (new.role, new.status, new.revoked_by))
  execute function identity.count_version();
create trigger count_staff_version before update on employer.org_memberships for each row
  when ((old.status, old.revoked_by) is distinct from (new.status, new.revoked_by)
        and current_user = 'identity_service')
  execute function identity.count_staff_version();
create trigger count_talent_access_version before update on identity.users for each row
  when (old.talent_access_state <> new.talent_access_state)
  execute function identity.count_talent_access_version();
create trigger count_version before update on talent.applications for each row
  when (old.stage <> new.stage)
  execute function identity.count_version();
create trigger count_version before update on talent.profiles for each row
  when ((old.headline, old.summary, old.skills, old.location, old.links)
        is distinct from (new.headline, new.summary, new.skills, new.location, new.links))
  execute function identity.count_version();

-- Who made the last of these changes, for the caller whose write was refused. A user does not learn an admin's name.
create function identity.last_change(subject_id uuid, actions text[])
  returns table (at timestamptz, actor_kind text, actor_name text)
  language sql stable security definer set search_path = '' as $$
  select e.at, e.actor_kind,
         case
           when e.actor_kind = 'user' then (select u.name from identity.users u where u.id = e.actor_id)
           when e.actor_kind = 'admin' and session_user = 'identity_service'
             then (select a.name from identity.admins a where a.id = e.actor_id)
         end
    from identity.audit_events e
   where e.subject_id = last_change.subject_id and e.action = any (last_change.actions)
   order by e.id desc
   limit 1
$$;

revoke all on function identity.count_version(), identity.count_condition_version(), identity.count_staff_version(),
  identity.count_talent_access_version(), identity.last_change(uuid, text[]) from public;
grant execute on function identity.last_change(uuid, text[]) to identity_service, employer_service, talent_service;
