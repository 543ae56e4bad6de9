-- The files beside the document of an export. docs/decisions/0025-exports-from-the-registry.md

-- What is kept at this moment: a CV that was removed since the document was made has no link.
create function identity.files_of_user(user_id uuid)
  returns table (id uuid, name text, size integer, uploaded_at timestamptz)
  language sql stable security definer set search_path = '' as $$
  select c.id, c.name, c.size, c.uploaded_at
    from talent.cvs c
   where c.user_id = files_of_user.user_id and c.uploaded_at is not null
   order by c.id desc
$$;
revoke all on function identity.files_of_user(uuid) from public;
grant execute on function identity.files_of_user(uuid) to identity_service;
