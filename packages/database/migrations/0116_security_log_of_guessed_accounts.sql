-- What was done to an account, for its security log: without its new names, and without the failed sign-ins of strangers, which the log
-- does not show. As 0115.
create index if not exists audit_events_security_subject_idx on identity.audit_events (subject_id, id desc)
  where action in ('user.signed_up', 'user.password_changed', 'user.password_reset_requested', 'user.email_change_requested',
                   'user.email_changed', 'user.email_change_undone', 'user.data_export_requested', 'user.deletion_requested',
                   'user.deletion_cancelled', 'user.deletion_postponed', 'user.passkey_added', 'user.passkey_removed',
                   'user.passkey_copied', 'user.signed_out_everywhere');
