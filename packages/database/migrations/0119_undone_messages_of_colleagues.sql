-- What a member has written stays readable after an owner has undone it: its author finds the text again (G8).
-- docs/decisions/0039-messages-templates-and-interviews.md

comment on column talent.messages.is_withheld is
  'undone by an owner who is not its author, or because the access of its author ended before its delivery: its own side still sees it, with its text';

-- As `undo_message`, and keeps the text. Null: it is on its way.
create function talent.undo_message_of_colleague(id uuid, author_id uuid) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  undone constant text := talent.undo_message(
    undo_message_of_colleague.id, 'company', undo_message_of_colleague.author_id);
begin
  if undone is not null then
    update talent.messages m set text = undone, is_withheld = true where m.id = undo_message_of_colleague.id;
  end if;
  return undone;
end $$;
revoke all on function talent.undo_message_of_colleague(uuid, uuid) from public;
grant execute on function talent.undo_message_of_colleague(uuid, uuid) to employer_service;
