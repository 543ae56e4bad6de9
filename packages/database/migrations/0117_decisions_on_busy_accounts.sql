-- The decisions on an account or a company, and the report of a session, among any number of other events of the same subject: staff
-- could not open the review of a user who had changed the name very often (G6). As 0115.
create index if not exists audit_events_decision_idx on identity.audit_events (subject_id, id desc)
  where action in ('talent_access.requested', 'talent_access.changed', 'company.reviewed', 'user_session.reported');
