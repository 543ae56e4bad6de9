-- Staff see what an approved company changes of its name, website and logo. docs/decisions/0040-moderation.md

alter table employer.companies
  add column approved_as      jsonb,
  add column unreviewed_since timestamptz,
  add constraint companies_unreviewed_check check (
    (approved_as is null) = (unreviewed_since is null) and (approved_as is null or review_state = 'approved'));
comment on column employer.companies.approved_as is
  'name, website and hash of the logo as staff approved them; null: the company has them still';
comment on column employer.companies.unreviewed_since is
  'when the first of the changes was made that staff have not approved; null: none waits';
comment on column employer.companies.review_version is
  'of the review and, while it is open, of the name, website and logo that it is about';

-- In place of companies_pending_review_idx, which pods of the release before use.
create index companies_to_review_idx on employer.companies (coalesce(unreviewed_since, created_at), id)
  where review_state = 'pending' or unreviewed_since is not null and condition = 'active';

-- Before a change of name, website or logo: whether staff review changes is the configuration's matter, so no trigger calls it.
create function employer.keep_what_was_approved(company_id uuid) returns void
  language sql security definer set search_path = '' as $$
  update employer.companies c
     set approved_as = jsonb_build_object('name', c.name, 'website', c.website, 'logo', c.logo_hash), unreviewed_since = now()
   where c.id = keep_what_was_approved.company_id and c.review_state = 'approved' and c.approved_as is null
$$;
revoke all on function employer.keep_what_was_approved(uuid) from public;
grant execute on function employer.keep_what_was_approved(uuid) to employer_service;
grant update (approved_as, unreviewed_since) on employer.companies to identity_service;

-- No change waits once the company is again as staff approved it, or is refused, also by a pod of the release before.
create function employer.forget_what_was_approved() returns trigger language plpgsql as $$
begin
  new.approved_as := null;
  new.unreviewed_since := null;
  return new;
end $$;
revoke all on function employer.forget_what_was_approved() from public;
create trigger forget_what_was_approved before update on employer.companies for each row
  when (old.approved_as is not null
        and (new.review_state <> 'approved'
             or old.approved_as = jsonb_build_object('name', new.name, 'website', new.website, 'logo', new.logo_hash)))
  execute function employer.forget_what_was_approved();

create or replace trigger count_review_version before update on employer.companies for each row
  when (old.review_state <> new.review_state or old.unreviewed_since is distinct from new.unreviewed_since
        or ((old.review_state <> 'approved' or old.unreviewed_since is not null)
            and (old.name, old.website, old.logo_hash) is distinct from (new.name, new.website, new.logo_hash)))
  execute function employer.count_review_version();
