-- Exports of a user's data: requested by the user, made in the background, downloaded for 24 hours.
-- docs/decisions/0025-exports-from-the-registry.md

create table identity.data_exports (
  id              uuid        constraint data_exports_pkey primary key default uuidv7(),
  user_id         uuid        not null constraint data_exports_user_id_fkey references identity.users,
  requested_at    timestamptz not null default now(),
  attempts        integer     not null default 0,
  next_attempt_at timestamptz not null default now(),
  completed_at    timestamptz,
  expires_at      timestamptz not null default now() + interval '7 days',
  document        json,
  constraint data_exports_document_check check ((document is null) = (completed_at is null))
);
comment on column identity.data_exports.attempts is 'attempts that failed';
comment on column identity.data_exports.completed_at is 'null: still to be made';
comment on column identity.data_exports.expires_at is '24 hours after it was made; one that cannot be made goes after 7 days';
-- One at a time for each user.
create unique index data_exports_running_idx on identity.data_exports (user_id) where completed_at is null;
create index data_exports_waiting_idx on identity.data_exports (next_attempt_at) where completed_at is null;
create index data_exports_user_id_idx on identity.data_exports (user_id, requested_at desc);
create index data_exports_expires_at_idx on identity.data_exports (expires_at);

grant select, insert (user_id), update (attempts, next_attempt_at, completed_at, expires_at, document)
  on identity.data_exports to identity_service;

insert into retention.progress (kind, relation, key_column) values ('data_exports', 'identity.data_exports', 'id');
create view retention.due_data_exports as
  select e.id as key, e.expires_at as due_at from identity.data_exports e where e.expires_at < now();
