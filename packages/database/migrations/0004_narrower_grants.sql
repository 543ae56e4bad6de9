-- What 0003 gives by table and no service needs whole.

-- Nobody writes an event's id or its time: the trail's order is the database's word.
revoke insert on identity.audit_events from identity_service, employer_service, talent_service;
grant insert (actor_kind, actor_id, action, subject_kind, subject_id, reason, change, trace_id)
  on identity.audit_events to identity_service, employer_service, talent_service;

-- The columns of the public catalogue.
revoke select on employer.job_posts from talent_service;
grant select (id, company_id, title, description, location, kind, state, published_at, search)
  on employer.job_posts to talent_service;

-- A profile never goes over to another person.
revoke update on talent.profiles from talent_service;
grant update (headline, summary, skills, location, links, updated_at) on talent.profiles to talent_service;
