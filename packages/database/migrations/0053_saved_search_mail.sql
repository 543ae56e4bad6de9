-- Mail about saved searches: a choice counts for what waits, and none stays behind an account. Mail about stages: a changed choice
-- loses none. docs/decisions/0035-notifications-by-mail.md, 0036-saved-jobs-and-searches.md

-- What a user has chosen for a mail: of a saved search, which is the mail's topic, that of this search.
create function identity.mail_choice(user_id uuid, kind text, topic uuid) returns text
  language sql stable security definer set search_path = '' as $$
  select case
           when mail_choice.kind <> 'saved_search' or mail_choice.topic is null
             then identity.mail_choice(mail_choice.user_id, mail_choice.kind)
           when exists (select from talent.saved_searches s
                         where s.id = mail_choice.topic and s.user_id = mail_choice.user_id and s.frequency <> 'none')
             then 'at_once'
           else 'never'
         end
$$;

-- As before, with the searches first: waits for a mail that is being queued, and then finds it.
create or replace function identity.stop_saved_search_mail(user_id uuid) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  stopped integer;
begin
  update talent.saved_searches s set frequency = 'none'
   where s.user_id = stop_saved_search_mail.user_id and s.frequency <> 'none';
  get diagnostics stopped = row_count;
  update identity.mail_outbox o
     set dropped_at = now(), drop_reason = 'unwanted', next_attempt_at = 'infinity', text_body = '', html_body = ''
    from identity.users u
   where u.id = stop_saved_search_mail.user_id and o.to_address = u.email and o.kind = 'saved_search'
     and o.attempts = 0 and o.sent_at is null and o.dropped_at is null;
  return stopped;
end $$;

-- Notes that the posts up to `until` were looked up, and queues the mail, if there is one. Nothing, if another instance has
-- claimed the search since, or its user has changed when it is due.
create function talent.report_saved_search
  (search_id uuid, claim timestamptz, until timestamptz, mail jsonb, limits jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  -- The user first: the deletion of an account locks the user, too, so it waits for this mail and then erases it.
  perform from identity.users u
    where u.id = (select s.user_id from talent.saved_searches s where s.id = report_saved_search.search_id)
      for key share;
  update talent.saved_searches s
     set mailed_until = report_saved_search.until, next_mail_at = now() + talent.mail_interval(s.frequency), attempts = 0
   where s.id = report_saved_search.search_id and s.next_mail_at = report_saved_search.claim and s.frequency <> 'none';
  if found and report_saved_search.mail is not null then
    perform talent.queue_saved_search_mail(report_saved_search.search_id, report_saved_search.mail, report_saved_search.limits);
  end if;
end $$;

-- As before; and a stage whose own mail still waits, for the mail server or for a limit, is planned, too: a mail that its
-- recipient wants daily is dropped when it is sent, and the digest has to have it.
create or replace function identity.replan_notification_mail() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update identity.notifications n
     set mail_at = case
                     when c.choice = 'at_once' and n.at <= now() then now() + interval '1 minute'
                     else identity.mail_time(n.user_id, n.kind, c.choice, greatest(n.at, now()))
                   end
    from jsonb_each_text(to_jsonb(old)) b join jsonb_each_text(to_jsonb(new)) c (kind, choice) on c.kind = b.key
   where b.value <> c.choice and b.key <> 'version'
     and n.user_id = new.user_id and n.kind = c.kind and n.read_at is null
     and (n.mail_at is not null or n.at > now()
          or c.choice = 'daily' and n.kind = 'application_moved'
             and exists (select from identity.mail_outbox o
                          where o.kind = 'application_stage' and o.topic = n.subject_id and o.notification_kind is not null
                            and o.state = n.value and o.sent_at is null and o.dropped_at is null));
  return null;
end $$;

-- What waits for a user goes to the new address: the mailbox before may be another person's by now. Not the mail about sign-in and
-- security, which is meant for it, and not invitations, which are of their address.
create function identity.redirect_waiting_mail() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update identity.mail_outbox o set to_address = new.email, created_at = now()
   where o.to_address = old.email and o.sent_at is null and o.dropped_at is null and o.priority = 1
     and o.kind not in ('invitation_to_account', 'invitation_to_new_address') and not starts_with(o.kind, 'staff_');
  return null;
end $$;
create trigger redirect_waiting_mail after update of email on identity.users for each row
  when (old.email <> new.email and new.email_verified_at is not null) execute function identity.redirect_waiting_mail();

comment on column talent.saved_searches.attempts is 'begun ones since the last that succeeded';

revoke all on function identity.mail_choice(uuid, text, uuid), identity.redirect_waiting_mail(),
  talent.report_saved_search(uuid, timestamptz, timestamptz, jsonb, jsonb) from public;
grant execute on function identity.mail_choice(uuid, text, uuid) to identity_service;
grant execute on function talent.report_saved_search(uuid, timestamptz, timestamptz, jsonb, jsonb) to talent_service;
