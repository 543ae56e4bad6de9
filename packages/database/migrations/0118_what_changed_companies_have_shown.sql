-- A company that has shown another look stays in the staff's queue when it restores the approved one, with what it has shown.
-- docs/decisions/0040-moderation.md

alter table employer.companies add column shown_meanwhile jsonb not null default '[]';
comment on column employer.companies.shown_meanwhile is
  'name, website, hash of the logo and seconds of each look that it has shown since a change waits for the staff; the 20 shown longest';

-- No longer once the company is again as it was approved. Pods of the former release approve and refuse, too.
create or replace function employer.forget_what_was_approved() returns trigger language plpgsql as $$
begin
  new.approved_as := null;
  new.unreviewed_since := null;
  new.shown_meanwhile := '[]';
  return new;
end $$;
create or replace trigger forget_what_was_approved before update on employer.companies for each row
  when (old.approved_as is not null and (new.review_state <> 'approved' or new.approved_as is null))
  execute function employer.forget_what_was_approved();

-- Keeps the look that ends. What a look that is left out has been shown counts for the next one, so 20 others hide a look only if
-- each of them is shown longer. Seconds add up to the time since the first change.
create function employer.keep_what_was_shown() returns trigger language plpgsql as $$
begin
  select jsonb_agg(k.look || jsonb_build_object('seconds', k.seconds) order by k.seconds desc) into new.shown_meanwhile
    from (select s.shown - 'seconds' as look, sum((s.shown ->> 'seconds')::numeric) as seconds
            from jsonb_array_elements(
                   old.shown_meanwhile || jsonb_build_object(
                     'name', old.name, 'website', old.website, 'logo', old.logo_hash,
                     'seconds', greatest(0, extract(epoch from now() - old.unreviewed_since) - (
                       select coalesce(sum((e.value ->> 'seconds')::numeric), 0) from jsonb_array_elements(old.shown_meanwhile) e)))
                 ) s (shown)
           group by look order by seconds desc limit 20) k;
  return new;
end $$;
revoke all on function employer.keep_what_was_shown() from public;
create trigger keep_what_was_shown before update on employer.companies for each row
  when (old.approved_as is not null and new.approved_as is not null
        and (old.name, old.website, old.logo_hash) is distinct from (new.name, new.website, new.logo_hash))
  execute function employer.keep_what_was_shown();
