-- The employer service reads the CVs that applications were sent with, and no others: a user's CV is the user's until then.

create view talent.sent_cvs as
  select v.id, v.name, v.size, v.uploaded_at, v.store_folder
    from talent.cvs v
   where exists (select from talent.applications a where a.cv_id = v.id);
comment on view talent.sent_cvs is 'CVs that an application was sent with';
grant select on talent.sent_cvs to employer_service;
-- Pods of before read talent.cvs: a later release revokes it.
