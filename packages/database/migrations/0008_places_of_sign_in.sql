-- Whether somebody has signed in from an address before: there, the failures of others do not slow the person down.

create index user_sessions_by_user_and_address_idx on identity.user_sessions (user_id, address, created_at);
create index admin_sessions_by_admin_and_address_idx on identity.admin_sessions (admin_id, address, created_at);
