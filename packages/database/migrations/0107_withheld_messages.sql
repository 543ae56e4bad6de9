-- A message is delivered only if its author still has the access that wrote it (G2).
-- docs/decisions/0039-messages-templates-and-interviews.md

alter table talent.messages add column is_withheld boolean not null default false;
comment on column talent.messages.is_withheld is
  'undone because the access of its author ended before its delivery: its own side still sees it, with its text';
comment on column talent.messages.undone_at is
  'when it was undone; its text is empty unless it is withheld, and it still counts for the limits';

-- Withholds what these users have written for one side and what is not delivered yet: to the applicants of a company, or as an
-- applicant (`company_id` is null). It is undone for pods of the former release, too. At most 60 messages of each author: their
-- limit for an hour.
create function talent.withhold_messages(author_ids uuid[], side text, company_id uuid) returns void
  language plpgsql set search_path = '' as $$
declare
  withheld uuid[];
begin
  with undone as (
    update talent.messages m set undone_at = clock_timestamp(), is_withheld = true
      from talent.applications a
     where a.id = m.application_id and m.author_id = any (author_ids) and m.side = withhold_messages.side
       and (withhold_messages.company_id is null or a.company_id = withhold_messages.company_id)
       and m.undone_at is null and m.sent_at > now() - interval '65 seconds' and m.delivered_at > clock_timestamp()
    returning m.id
  )
  select array_agg(u.id) into withheld from undone u;
  if withheld is null then return; end if;
  -- Such a message may have taken the notification of an earlier one, which was not delivered yet. No row is added: it could be of a
  -- member whose membership another transaction ends.
  update identity.notifications n
     set value = withhold_messages.side || ' ' || earlier.id, at = earlier.delivered_at
    from (select m.application_id, min(m.sent_at) as since, array_agg(m.side || ' ' || m.id) as told
            from talent.messages m where m.id = any (withheld) group by m.application_id) w
   cross join lateral (select m.id, m.delivered_at from talent.messages m
                        where m.application_id = w.application_id and m.side = withhold_messages.side
                          and m.undone_at is null and m.delivered_at > w.since
                        order by m.delivered_at desc, m.id desc limit 1) earlier
   where n.kind = 'message_received' and n.subject_id = w.application_id and n.value = any (w.told);
  delete from identity.notifications n using talent.messages m
   where m.id = any (withheld) and n.kind = 'message_received' and n.subject_id = m.application_id
     and n.value = m.side || ' ' || m.id;
end $$;

-- Triggers: the transaction that ends the access withholds them, in pods of the former release, too.
create function talent.withhold_messages_of_member() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform talent.withhold_messages(array[old.user_id], 'company', old.company_id);
  return null;
end $$;
create trigger withhold_messages_of_revoked_member after update of status on employer.org_memberships
  for each row when (old.status = 'active' and new.status <> 'active')
  execute function talent.withhold_messages_of_member();
create trigger withhold_messages_of_former_member after delete on employer.org_memberships
  for each row when (old.status = 'active')
  execute function talent.withhold_messages_of_member();

create function talent.withhold_messages_of_company() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform talent.withhold_messages(
    array(select m.user_id from employer.org_memberships m where m.company_id = new.id), 'company', new.id);
  return null;
end $$;
create trigger withhold_messages_of_disabled_company after update of condition on employer.companies
  for each row when (old.condition = 'active' and new.condition <> 'active')
  execute function talent.withhold_messages_of_company();

create function talent.withhold_messages_of_talent() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform talent.withhold_messages(array[new.id], 'applicant', null);
  return null;
end $$;
create trigger withhold_messages_of_suspended_talent after update of talent_access_state on identity.users
  for each row when (old.talent_access_state = 'active' and new.talent_access_state <> 'active')
  execute function talent.withhold_messages_of_talent();

revoke all on function talent.withhold_messages(uuid[], text, uuid), talent.withhold_messages_of_member(),
  talent.withhold_messages_of_company(), talent.withhold_messages_of_talent() from public;
