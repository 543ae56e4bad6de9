-- The security log of an account reads what its user did by an index of what the log shows, however often the user did something else:
-- one that changed its name without a pause held identity's read connections with its log (G6). docs/decisions/0032-the-security-log-and-new-browsers.md

-- On a table with millions of rows, create this index and those of the next two migrations beside the traffic before the upgrade:
-- concurrently on each partition, then `on only identity.audit_events`, and attach them.
create index if not exists audit_events_security_actor_idx on identity.audit_events (actor_id, id desc)
  where action in ('user.signed_up', 'user.password_changed', 'user.password_reset_requested', 'user.email_change_requested',
                   'user.email_changed', 'user.email_change_undone', 'user.data_export_requested', 'user.deletion_requested',
                   'user.deletion_cancelled', 'user.deletion_postponed', 'user.passkey_added', 'user.passkey_removed',
                   'user.passkey_copied', 'user.signed_out_everywhere', 'user_session.started', 'user_session.refused',
                   'user_session.reauthenticated', 'user_session.ended', 'user_session.reported');
