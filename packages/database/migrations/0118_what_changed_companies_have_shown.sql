-- A company that has shown another look stays in the staff's queue when it restores the approved one, with what it has shown.
-- docs/decisions/0040-moderation.md

alter table employer.companies add column shown_meanwhile jsonb not null default '[]';
comment on column employer.companies.shown_meanwhile is
  'name, website, hash of the logo and seconds of 20 looks that it has ended since a change waits for the staff, with each one shown for more '
  'than a twentieth of the time; the seconds are upper bounds, and add up to the time from the first change to the newest';

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

-- Keeps the look that ends and the 19 others shown longest. The look that ends has what they leave of the time: its own, and that of one
-- left out. So the smallest of 20 has at most a twentieth of the time, and a look with more is not left out ("Space-Saving").
create function employer.keep_what_was_shown() returns trigger language plpgsql as $$
declare
  ended jsonb := jsonb_build_object('name', old.name, 'website', old.website, 'logo', old.logo_hash);
  others jsonb;
  seconds_of_others numeric;
begin
  select coalesce(jsonb_agg(o.shown), '[]'), coalesce(sum(o.seconds), 0) into others, seconds_of_others
    from (select s.shown, (s.shown ->> 'seconds')::numeric as seconds
            from jsonb_array_elements(old.shown_meanwhile) s (shown)
           where s.shown - 'seconds' <> ended order by seconds desc limit 19) o;
  new.shown_meanwhile := others || jsonb_set(ended, '{seconds}', to_jsonb(
    greatest(0, extract(epoch from now() - old.unreviewed_since) - seconds_of_others)));
  return new;
end $$;
revoke all on function employer.keep_what_was_shown() from public;
-- Not for the first change, which keeps the approved look in its transaction.
create trigger keep_what_was_shown before update on employer.companies for each row
  when (old.approved_as is not null and new.approved_as is not null and old.unreviewed_since <> now()
        and (old.name, old.website, old.logo_hash) is distinct from (new.name, new.website, new.logo_hash))
  execute function employer.keep_what_was_shown();
