-- The address of a member was read before the row that fixes it was locked: when it changed meanwhile, `queue_mail` refused the former one,
-- and nothing of the company was closed (G1, G11).

-- As in 0085, but each address is read after `notify` has locked its user's row.
create or replace function retention.close_some_of_company(company_id uuid, closed_by uuid, mail jsonb) returns boolean
  language plpgsql set search_path = '' as $$
declare
  closed uuid[];
  member record;
  ended  integer := 0;
begin
  update employer.companies c
     set condition = 'disabled', disabled_at = now(), disabled_reason = 'Its last owner closed the company.', updated_at = now()
   where c.id = close_some_of_company.company_id and c.condition = 'active';
  if found then
    perform retention.audit_deletion('company.closed', 'company', company_id, 'by its last owner');
  end if;
  -- Not those that the user has sent: `delete_account` withdraws them with the account, which takes their mail along.
  update employer.invitations i set withdrawn_at = now()
   where i.company_id = close_some_of_company.company_id and i.accepted_at is null and i.withdrawn_at is null
     and i.expires_at > now() and i.invited_by is distinct from closed_by;
  with posts as (
    update employer.job_posts j set state = 'closed', updated_at = now()
     where j.id in (select p.id from employer.job_posts p
                     where p.company_id = close_some_of_company.company_id and p.state = 'published' limit 10)
    returning j.id
  )
  select array_agg(p.id) into closed from posts p;
  perform identity.notify_of_closed_posts(closed);
  for member in
    delete from employer.org_memberships m
     where m.id in (select o.id from employer.org_memberships o
                     where o.company_id = close_some_of_company.company_id
                       and o.user_id <> close_some_of_company.closed_by and o.revoked_by is distinct from 'staff'
                     order by o.id limit 50)
    returning m.user_id, m.status
  loop
    ended := ended + 1;
    if member.status = 'active' then
      perform identity.notify(array[member.user_id], 'company_condition_changed', close_some_of_company.company_id, 'closed', 0);
      perform identity.queue_mail(mail || jsonb_build_object('to_address', u.email), '[]')
         from identity.users u where u.id = member.user_id;
    end if;
  end loop;
  return closed is not null or ended > 0;
end $$;
