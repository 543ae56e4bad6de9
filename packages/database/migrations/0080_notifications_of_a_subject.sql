-- A withdrawal deletes what its application has notified of. Without this index it read all notifications of its user and of the
-- company's members, which have no bound, and revocations waited for it (G1).
-- On a table with millions of rows, create it concurrently before the upgrade.
create index if not exists notifications_subject_id_user_id_idx on identity.notifications (subject_id, user_id);
