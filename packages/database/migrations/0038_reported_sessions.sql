-- A user reports a session as not the own one (docs/decisions/0032): the password is gone until a link in a mail sets another.

-- Deletes the password of a user. A row without a usable hash would still count as a password.
create function identity.delete_user_password(user_id uuid) returns void
  language sql security definer set search_path = '' as $$
  delete from identity.credentials c where c.user_id = delete_user_password.user_id
$$;
revoke all on function identity.delete_user_password(uuid) from public;
grant execute on function identity.delete_user_password(uuid) to identity_service;
