-- The security log of a user (docs/decisions/0032): its events name the session that acted, whose row has the browser.

alter table identity.audit_events add column session_id uuid;
comment on column identity.audit_events.session_id is
  'session in which the actor acted, by actor_kind; null: a request without one, or a release before this column';
grant insert (session_id) on identity.audit_events to identity_service, employer_service, talent_service;
