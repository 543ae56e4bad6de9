-- Why staff have disabled a company, in words for its owners, and when.
alter table employer.companies
  add column disabled_reason text not null default '',
  add column disabled_at     timestamptz;
comment on column employer.companies.disabled_reason is
  'what staff tell the owners; empty: no reason given, or the company is active. The audit trail has the staff''s own reason';
comment on column employer.companies.disabled_at is 'null: active, or disabled by a release before this column';

update employer.companies c
   set disabled_at = (select max(e.at) from identity.audit_events e
                       where e.subject_id = c.id and e.action = 'company.condition_changed'
                         and e.change like '%→ disabled')
 where c.condition = 'disabled';

grant update (disabled_reason, disabled_at) on employer.companies to identity_service;
