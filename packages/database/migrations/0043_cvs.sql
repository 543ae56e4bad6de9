-- CVs: PDF documents of applicants, in chunks, so that neither an upload nor a download holds a whole file in memory.
-- docs/decisions/0034-cvs.md

create table talent.cvs (
  id           uuid        constraint cvs_pkey primary key default uuidv7(),
  user_id      uuid        not null constraint cvs_user_id_fkey references identity.users,
  name         text        not null,
  size         integer     not null default 0,
  begun_at     timestamptz not null default now(),
  uploaded_at  timestamptz,
  is_current   boolean     not null default false,
  constraint cvs_state_check check (uploaded_at is not null or not is_current)
);
comment on table talent.cvs is
  'uploaded CVs: the current one of a user, and those that applications were sent with; deleted with their last use';
comment on column talent.cvs.uploaded_at is 'null: the upload is not complete; the file cannot be read';
create index cvs_user_id_idx on talent.cvs (user_id);
create index cvs_incomplete_idx on talent.cvs (begun_at) where uploaded_at is null;
create unique index cvs_current_idx on talent.cvs (user_id) where is_current;

create table talent.cv_chunks (
  cv_id    uuid    not null constraint cv_chunks_cv_id_fkey references talent.cvs on delete cascade,
  position integer not null,
  bytes    bytea   not null,
  constraint cv_chunks_pkey primary key (cv_id, position)
);
comment on table talent.cv_chunks is 'the content of CVs; all chunks of one have the same size but the last';
-- PDF is compressed already.
alter table talent.cv_chunks alter column bytes set storage external;

create table talent.cv_uploads (
  user_id uuid    constraint cv_uploads_pkey primary key constraint cv_uploads_user_id_fkey references identity.users,
  on_day  date    not null,
  count   integer not null
);
comment on table talent.cv_uploads is 'how many uploads a user has begun on the day, in UTC, of the last one: a limit (G6)';

alter table talent.applications
  add column cv_id uuid constraint applications_cv_id_fkey references talent.cvs;
comment on column talent.applications.cv_id is 'the CV that it was sent with; null: none, or withdrawn';
create index applications_cv_id_idx on talent.applications (cv_id) where cv_id is not null;

-- The lock first: whoever takes the CV for an application holds it, and the second statement then sees the application.
create function talent.delete_unused_cv(cv_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform from talent.cvs c where c.id = delete_unused_cv.cv_id for update;
  delete from talent.cvs c
   where c.id = delete_unused_cv.cv_id and not c.is_current
     and not exists (select from talent.applications a where a.cv_id = c.id);
end $$;

-- Begins an upload, which ends those of the user that are not complete. Null: the user has begun `daily_limit` today.
create function talent.begin_cv_upload(user_id uuid, name text, daily_limit integer) returns uuid
  language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (statement_timestamp() at time zone 'UTC')::date;
  begun integer;
  new_id uuid;
begin
  insert into talent.cv_uploads as u (user_id, on_day, count) values (begin_cv_upload.user_id, today, 1)
    on conflict on constraint cv_uploads_pkey do update
      set count = case when u.on_day = today then u.count + 1 else 1 end, on_day = today
    returning u.count into begun;
  if begun > daily_limit then return null; end if;
  delete from talent.cvs c where c.user_id = begin_cv_upload.user_id and c.uploaded_at is null;
  insert into talent.cvs (user_id, name) values (begin_cv_upload.user_id, begin_cv_upload.name) returning id into new_id;
  return new_id;
end $$;

revoke all on function talent.delete_unused_cv(uuid), talent.begin_cv_upload(uuid, text, integer) from public;
grant execute on function talent.delete_unused_cv(uuid), talent.begin_cv_upload(uuid, text, integer) to talent_service;

-- A withdrawal erases the CV that was sent. A trigger, so that pods of the former release do it, too.
create function talent.forget_cv() returns trigger language plpgsql set search_path = '' as $$
begin new.cv_id := null; return new; end $$;
create function talent.delete_forgotten_cv() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform talent.delete_unused_cv(old.cv_id);
  return null;
end $$;
revoke all on function talent.forget_cv(), talent.delete_forgotten_cv() from public;
create trigger forget_cv before update of withdrawn_at on talent.applications
  for each row when (new.withdrawn_at is not null) execute function talent.forget_cv();
create trigger delete_forgotten_cv after update on talent.applications
  for each row when (old.cv_id is not null and new.cv_id is null) execute function talent.delete_forgotten_cv();

-- Of the files, the employer service reads those alone that a company was sent.
create function talent.sent_cv_chunk(application_id uuid, company_id uuid, cv_id uuid, chunk integer) returns bytea
  language sql stable security definer set search_path = '' as $$
  select k.bytes
    from talent.applications a join talent.cv_chunks k on k.cv_id = a.cv_id
   where a.id = sent_cv_chunk.application_id and a.company_id = sent_cv_chunk.company_id
     and k.cv_id = sent_cv_chunk.cv_id and k.position = sent_cv_chunk.chunk
$$;
revoke all on function talent.sent_cv_chunk(uuid, uuid, uuid, integer) from public;
grant execute on function talent.sent_cv_chunk(uuid, uuid, uuid, integer) to employer_service;

grant select on talent.cvs to talent_service, employer_service;
grant select on talent.cv_chunks to talent_service;
grant update (size, uploaded_at, is_current) on talent.cvs to talent_service;
grant insert (cv_id, position, bytes) on talent.cv_chunks to talent_service;
grant insert (cv_id) on talent.applications to talent_service;

-- An upload that broke off goes with the user's next one, or after a day.
insert into retention.progress (kind, relation, key_column) values ('cvs', 'talent.cvs', 'id');
create view retention.due_cvs as
  select c.id as key, c.begun_at + interval '1 day' as due_at
    from talent.cvs c where c.uploaded_at is null and c.begun_at < now() - interval '1 day';
