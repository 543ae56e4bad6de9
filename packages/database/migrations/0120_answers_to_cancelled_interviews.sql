-- An interview that is cancelled keeps when the applicant answered it, and who cancelled it.
-- docs/decisions/0039-messages-templates-and-interviews.md

alter table talent.interviews
  add column answered_at  timestamptz,
  add column cancelled_by uuid,
  -- Not the time at which the transaction began: it may have waited for a change that is older in the history.
  alter column proposed_at set default clock_timestamp(),
  alter column changed_at set default clock_timestamp();
comment on column talent.interviews.answered_at is 'when the applicant accepted or declined; null: not answered';
comment on column talent.interviews.cancelled_by is
  'the member, without a foreign key: it stays as the id of a user who is gone; null: not cancelled, or because its times were over';

-- A trigger, so that pods of the former release do it, too.
create function talent.date_interview_change() returns trigger language plpgsql set search_path = '' as $$
begin
  new.changed_at := clock_timestamp();
  if new.state in ('accepted', 'declined') then new.answered_at := new.changed_at; end if;
  return new;
end $$;
revoke all on function talent.date_interview_change() from public;

create trigger date_interview_change before update on talent.interviews for each row
  when (old.state <> new.state)
  execute function talent.date_interview_change();

grant update (cancelled_by) on talent.interviews to employer_service;
