-- What 0120 has begun to keep, of interviews before it: apart from the change of the table, which no request waits for so long.

-- One proposal of an application is open at a time: the first acceptance after a proposal is of this one.
update talent.interviews i
   set answered_at = case
         when i.state <> 'cancelled' then i.changed_at
         when i.accepted_start is not null then coalesce(
           (select min(e.at) from identity.audit_events e
             where e.subject_id = i.application_id and e.action = 'application.interview_accepted'
               and e.at between i.proposed_at and i.changed_at), i.changed_at)
       end,
       cancelled_by =
         (select e.actor_id from identity.audit_events e
           where i.state = 'cancelled' and e.subject_id = i.application_id
             and e.action = 'application.interview_cancelled' and e.at = i.changed_at
           limit 1)
 where i.state <> 'proposed' and i.answered_at is null and i.cancelled_by is null;
