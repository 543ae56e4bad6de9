-- Logos of companies: small images that the service has made itself of what was uploaded. docs/decisions/0044-company-logos.md

create table employer.company_logos (
  company_id  uuid        constraint company_logos_pkey primary key
                          constraint company_logos_company_id_fkey references employer.companies on delete cascade,
  hash      text        not null,
  image       bytea       not null constraint company_logos_image_check check (length(image) <= 262144),
  uploaded_at timestamptz not null default now()
);
comment on table employer.company_logos is 'the current logo of each company that has one: WebP, 256 by 256 pixels';
comment on column employer.company_logos.hash is 'SHA-256 of the image in hexadecimal digits, which names it in addresses';
-- WebP is compressed already.
alter table employer.company_logos alter column image set storage external;

alter table employer.companies
  add column logo_hash  text    not null default '',
  add column logo_version integer not null default 1;
comment on column employer.companies.logo_hash is 'that of its row in company_logos, so that lists need not join it; empty: it has none';
comment on column employer.companies.logo_version is 'of the logo: who changes the text does not hold up who changes the logo';

create function employer.count_logo_version() returns trigger language plpgsql as $$
begin new.logo_version := old.logo_version + 1; return new; end $$;
revoke all on function employer.count_logo_version() from public;
create trigger count_logo_version before update on employer.companies for each row
  when (old.logo_hash <> new.logo_hash)
  execute function employer.count_logo_version();

create table employer.removed_logos (
  company_id uuid        not null constraint removed_logos_company_id_fkey references employer.companies on delete cascade,
  hash     text        not null,
  reason     text        not null,
  removed_at timestamptz not null default now(),
  constraint removed_logos_pkey primary key (company_id, hash)
);
comment on table employer.removed_logos is 'logos that staff have removed: their companies cannot upload them again';
comment on column employer.removed_logos.reason is 'what staff tell the company; the audit trail has the staff''s own reason';

create table employer.logo_uploads (
  user_id uuid    constraint logo_uploads_pkey primary key constraint logo_uploads_user_id_fkey references identity.users,
  on_day  date    not null,
  count   integer not null
);
comment on table employer.logo_uploads is 'how many logos a user has begun to upload on the day, in UTC, of the last one: a limit (G6)';

-- The one way to write a logo: row and hash cannot differ. Null: the company has none from now on.
create function employer.set_company_logo(company_id uuid, image bytea) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  new_hash constant text := case when image is null then '' else encode(sha256(image), 'hex') end;
begin
  if image is null then
    delete from employer.company_logos l where l.company_id = set_company_logo.company_id;
  else
    insert into employer.company_logos as l (company_id, hash, image)
    values (set_company_logo.company_id, new_hash, set_company_logo.image)
      on conflict on constraint company_logos_pkey do update
        set hash = excluded.hash, image = excluded.image, uploaded_at = now();
  end if;
  update employer.companies c set logo_hash = new_hash
   where c.id = set_company_logo.company_id and c.logo_hash <> new_hash;
end $$;

-- Removes the logo with this hash and keeps it from coming back. False: the company has another one, or none.
create function employer.remove_company_logo(company_id uuid, hash text, reason text) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  perform from employer.company_logos l
    where l.company_id = remove_company_logo.company_id and l.hash = remove_company_logo.hash for update;
  if not found then return false; end if;
  insert into employer.removed_logos (company_id, hash, reason)
  values (remove_company_logo.company_id, remove_company_logo.hash, remove_company_logo.reason)
    on conflict on constraint removed_logos_pkey do update set reason = excluded.reason, removed_at = now();
  perform employer.set_company_logo(remove_company_logo.company_id, null);
  return true;
end $$;

-- Counts an upload. False: the user has begun `daily_limit` today.
create function employer.begin_logo_upload(user_id uuid, daily_limit integer) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (statement_timestamp() at time zone 'UTC')::date;
  begun integer;
begin
  insert into employer.logo_uploads as u (user_id, on_day, count) values (begin_logo_upload.user_id, today, 1)
    on conflict on constraint logo_uploads_pkey do update
      set count = case when u.on_day = today then u.count + 1 else 1 end, on_day = today
    returning u.count into begun;
  return begun <= daily_limit;
end $$;

revoke all on function employer.set_company_logo(uuid, bytea), employer.remove_company_logo(uuid, text, text),
  employer.begin_logo_upload(uuid, integer) from public;
grant execute on function employer.set_company_logo(uuid, bytea), employer.begin_logo_upload(uuid, integer) to employer_service;
grant execute on function employer.remove_company_logo(uuid, text, text) to identity_service;
grant select on employer.company_logos to employer_service, identity_service, talent_service;
grant select on employer.removed_logos to employer_service;
grant select (logo_hash) on employer.companies to talent_service;
