-- What was done to an application can be read and deleted fast, however often one of its members does the same: under the locks of a
-- move, a withdrawal or a deletion it kept revocations waiting (G1).

-- The changes that an application's history shows, apart from its ratings, assignments and other events, whose number has no limit.
-- On a table with millions of rows, create both beside the traffic before the upgrade: concurrently on each partition, then
-- `on only identity.audit_events`, and attach them.
create index if not exists audit_events_stage_idx on identity.audit_events (subject_id, id desc)
  where action in ('application.stage_changed', 'application.stage_change_undone',
                   'application.offer_accepted', 'application.offer_declined');
create index if not exists audit_events_note_idx on identity.audit_events (subject_id, id desc)
  where action in ('application.note_added', 'application.note_deleted');

-- As before. The subject is compared with a subquery, whose value the planner does not see: of one with very many events it would
-- expect enough of them among the newest of all, and read all of those.
create or replace function identity.find_application_events(application_id uuid)
  returns table (at timestamptz, action text, change text, actor_name text)
  language sql stable security definer set search_path = '' as $$
  select e.at, e.action, e.change, coalesce(u.name, '')
    from (
      (select * from identity.audit_events e
        where e.subject_id = (select find_application_events.application_id) and e.subject_kind = 'application'
          and e.action in ('application.stage_changed', 'application.stage_change_undone',
                           'application.offer_accepted', 'application.offer_declined')
        order by e.id desc
        limit 100)
      union all
      (select * from identity.audit_events e
        where e.subject_id = (select find_application_events.application_id) and e.subject_kind = 'application'
          and e.action in ('application.note_added', 'application.note_deleted')
        order by e.id desc
        limit 100)
    ) e left join identity.users u on e.actor_kind = 'user' and u.id = e.actor_id
   order by e.id desc
$$;
create or replace function identity.find_stage_events(application_id uuid)
  returns table (at timestamptz, action text, change text, message text, is_undoable boolean)
  language sql stable security definer set search_path = '' as $$
  select e.at, e.action, e.change, coalesce(m.message, ''),
         exists (select from talent.applications a
                  where a.id = find_stage_events.application_id and a.stage_seen_from > now())
    from identity.audit_events e
    left join talent.application_messages m on m.application_id = e.subject_id and m.sent_at = e.at
   where e.subject_id = (select find_stage_events.application_id) and e.subject_kind = 'application'
     and e.action in ('application.stage_changed', 'application.stage_change_undone',
                      'application.offer_accepted', 'application.offer_declined')
   order by e.id desc
   limit 100
$$;

-- As before, among the newest 1,000 events of the subject: the change that a write conflicts with is one of the last.
create or replace function identity.last_change(subject_id uuid, actions text[])
  returns table (at timestamptz, actor_kind text, actor_name text)
  language sql stable security definer set search_path = '' as $$
  select e.at, e.actor_kind,
         case
           when e.actor_kind = 'user' then (select u.name from identity.users u where u.id = e.actor_id)
           when e.actor_kind = 'admin' and session_user = 'identity_service'
             then (select a.name from identity.admins a where a.id = e.actor_id)
         end
    from (select * from identity.audit_events n
           where n.subject_id = (select last_change.subject_id) order by n.id desc limit 1000) e
   where e.action = any (last_change.actions)
   order by e.id desc
   limit 1
$$;

-- An application keeps the newest 100 messages of its stages: as many as its history shows. A trigger, so that pods of the former
-- release do it, too.
create function talent.prune_application_messages() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from talent.application_messages m
   where m.application_id = new.application_id
     and m.sent_at < (select n.sent_at from talent.application_messages n
                       where n.application_id = new.application_id order by n.sent_at desc offset 99 limit 1);
  return null;
end $$;
revoke all on function talent.prune_application_messages() from public;
create trigger prune_application_messages after insert on talent.application_messages
  for each row execute function talent.prune_application_messages();
