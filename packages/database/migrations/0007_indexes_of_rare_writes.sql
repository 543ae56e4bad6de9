-- Found by the test of every statement's plan: three that read a whole table.

create index invitations_company_id_idx on employer.invitations (company_id, created_at);
create index admin_sessions_admin_id_idx on identity.admin_sessions (admin_id) where ended_at is null;
create index admin_enrolments_admin_id_idx on identity.admin_enrolments (admin_id) where used_at is null;
