import { addressOf, makePerson, type TestDatabase, type TestPerson } from '@gatehouse/testkit';

/** SQL of a work history and an education with the word WORD in each text. */
const CAREER = `jsonb_build_object(
  'positions', jsonb_build_array(jsonb_build_object('key', 1, 'employer_name', WORD, 'title', WORD, 'from_month', '2001-01',
    'to_month', '', 'description', WORD)),
  'education', jsonb_build_array(jsonb_build_object('key', 1, 'school', WORD, 'degree', WORD, 'from_year', '2001', 'to_year', '')))`;

/**
 * Makes a user, a company's owner, with a row in each table that the data registry has for users, and a word in each text
 * of them that no other user has (`erasure.test.ts` checks both); and what the user has done for the company.
 */
export async function makeUserWithRows(
  database: Pick<TestDatabase, 'query'>,
  word: string,
): Promise<TestPerson> {
  const person = await makePerson(database, {
    talent: 'active',
    membership: { role: 'owner', status: 'active' },
  });
  const { userId, companyId, membershipId, sessionId } = person;
  const address = addressOf(person);
  const guest = `guest-${userId}@elsewhere.test`;
  const add = (sql: string, values: readonly unknown[]) => database.query(sql, values);
  await add('update identity.users set name = $2 where id = $1', [userId, `Name ${word}`]);
  await add('update identity.user_sessions set user_agent = $2, address = $2 where id = $1', [
    sessionId,
    `Browser of ${word}`,
  ]);
  await add("insert into identity.credentials (user_id, password_hash) values ($1, 'hash-' || $2)", [
    userId,
    word,
  ]);
  await add(
    `insert into identity.user_browsers (browser_hash, user_id, first_session_id)
     values (sha256(convert_to($2, 'UTF8')), $1, $3)`,
    [userId, word, sessionId],
  );
  await add(
    `insert into identity.notifications (id, user_id, kind, subject_id, value, at)
     values (uuidv7(), $1, 'access_decided', $1, $2, now())`,
    [userId, word],
  );
  await add(
    `insert into identity.former_members (user_id, company_id, ended_at, notification_id) values ($1, $2, now(), uuidv7())`,
    [userId, companyId],
  );
  await add(
    `insert into identity.abuse_reports (subject_kind, subject_id, company_id, reason, text, reporter_id)
     values ('company', $2, $2, 'other', $3, $1)`,
    [userId, companyId, word],
  );
  await add("insert into identity.notification_settings (user_id, role_changed) values ($1, 'never')", [
    userId,
  ]);
  await add(
    `insert into identity.mail_tokens (purpose, token_hash, user_id, expires_at)
     values ('password_reset', convert_to($2, 'UTF8'), $1, now())`,
    [userId, word],
  );
  await add(
    `insert into identity.email_changes
       (user_id, new_email, token_hash, expires_at, confirmed_at, old_email, undo_token_hash)
     values ($1, $3, sha256(convert_to($2, 'UTF8')), now(), now(), lower($2) || '@old.test', sha256(convert_to($2, 'UTF8'))),
            ($1, lower($2) || '@new.test', sha256(convert_to('new ' || $2, 'UTF8')), now(), null, null, null)`,
    [userId, word, address],
  );
  await add(
    `insert into identity.user_passkeys
       (user_id, credential_id, public_key, counter, is_backup_eligible, is_backed_up, transports, name)
     values ($1, convert_to($2, 'UTF8'), convert_to($2, 'UTF8'), 0, false, false, array[$2], $2)`,
    [userId, word],
  );
  await add(
    `insert into identity.sign_ups (email, name, password_hash, token_hash, expires_at)
     values ($1, $2, $2, sha256(convert_to($2, 'UTF8')), now() + interval '1 day')`,
    [address, word],
  );
  await add(
    `insert into identity.data_exports (user_id, completed_at, document, content, expires_at)
     values ($1, now(), json_build_object('word', $2::text), convert_to($2, 'UTF8'), now())`,
    [userId, word],
  );
  await add(
    `insert into talent.profiles (user_id, headline, summary, skills, location, links, career)
     values ($1, $2, $2, array['a', 'b', $2], $2, array[$2], ${CAREER.replaceAll('WORD', '$2::text')})`,
    [userId, word],
  );
  await add(
    `with post as (insert into employer.job_posts (company_id, title, kind) values ($2, 'Post', 'contract') returning id),
          cv as (insert into talent.cvs (user_id, name, size, uploaded_at) values ($1, $3, 1, now()) returning id),
          chunk as (insert into talent.cv_chunks (cv_id, position, bytes) select id, 0, convert_to($3, 'UTF8') from cv),
          searched as (insert into talent.saved_searches (user_id, search, frequency, next_mail_at)
                       values ($1, jsonb_build_object('query', $3::text, 'location', ''), 'daily', 'infinity')),
          saved as (insert into talent.saved_job_posts (user_id, job_post_id) select $1, id from post),
          logo_upload as (insert into employer.logo_uploads (user_id, on_day, count) values ($1, current_date, 1)),
          upload as (insert into talent.cv_uploads (user_id, on_day, count) values ($1, current_date, 1)),
          application as (insert into talent.applications
                            (job_post_id, company_id, user_id, message, headline, summary, skills, location, links, cv_id, answers, career)
                          select post.id, $2, $1, $3, $3, $3, array[$3], $3, array[$3], cv.id,
                                 jsonb_build_array(jsonb_build_object('question', 'Why?', 'kind', 'long_text', 'answer', $3::text)),
                                 ${CAREER.replaceAll('WORD', '$3::text')}
                            from post, cv returning id),
          message as (insert into talent.messages (application_id, side, author_id, text)
                      select id, 'applicant', $1, 'Message of ' || $3 from application),
          interview as (insert into talent.interviews
                          (application_id, proposed_by, starts, time_zone, duration_minutes, place, note, answer,
                           answered_at, cancelled_by)
                        select id, $1, array[now()], 'UTC', 30, 'Place ' || $3, $3, $3, now(), $1 from application),
          read as (insert into talent.message_reads (application_id, side, read_until)
                   select id, 'applicant', now() from application),
          note as (insert into employer.application_notes (application_id, author_id, text)
                   select id, $1, 'Note on ' || $3 from application),
          rating as (insert into employer.application_ratings (application_id, company_id, rater_id, value)
                     select id, $2, $1, 4 from application),
          assignment as (insert into employer.application_assignments (application_id, membership_id)
                         select a.id, m.id from application a, employer.org_memberships m where m.user_id = $1)
     insert into talent.application_messages (application_id, message) select id, 'Reply to ' || $3 from application`,
    [userId, companyId, word],
  );
  await add(
    `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at)
     values ($2, $3, 'member', sha256(convert_to($4, 'UTF8')), $1, now() + interval '1 day'),
            ($2, $5, 'member', sha256(convert_to($5, 'UTF8')), $1, now() + interval '1 day')`,
    [userId, companyId, address, word, guest],
  );
  await add(
    `insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id, reason)
     values ('user', $1, 'user.renamed', 'user', $1, ''),
            ('admin', null, 'talent_access.changed', 'user', $1, 'staff words about ' || $3),
            ('admin', null, 'org_membership.status_changed', 'org_membership', $2, 'staff words about ' || $3)`,
    [userId, membershipId, word],
  );
  await addWorkOfMember(database, person);
  // To the user, sent; and to the invited address, waiting.
  await add(
    `insert into identity.mail_outbox (to_address, subject, text_body, html_body, kind, topic, sent_at, next_attempt_at)
     values ($1, $2, '', '', '', null, now(), now()),
            ($3, 'Join', $2, $2, 'invitation_to_account', $4, null, 'infinity')`,
    [address, word, guest, companyId],
  );
  return person;
}

/** What a member has written about another user's application, and for the company: the company keeps it. */
async function addWorkOfMember(
  database: Pick<TestDatabase, 'query'>,
  { userId, companyId }: TestPerson,
): Promise<void> {
  const applicant = await makePerson(database, { talent: 'active' });
  await database.query(
    `with post as (insert into employer.job_posts (company_id, title, kind) values ($2, 'Post', 'contract') returning id),
          application as (insert into talent.applications (job_post_id, company_id, user_id)
                          select id, $2, $3::uuid from post returning id),
          template as (insert into employer.message_templates (company_id, name, text, changed_by)
                       values ($2, 'Template', 'Text', $1)),
          note as (insert into employer.application_notes (application_id, author_id, text)
                   select id, $1, 'Note' from application),
          rating as (insert into employer.application_ratings (application_id, company_id, rater_id, value)
                     select id, $2, $1, 4 from application),
          assignment as (insert into employer.application_assignments (application_id, membership_id)
                         select a.id, m.id from application a, employer.org_memberships m where m.user_id = $1),
          interview as (insert into talent.interviews
                          (application_id, proposed_by, starts, time_zone, duration_minutes, place, note)
                        select id, $1, array[now()], 'UTC', 30, 'Place', '' from application)
     insert into talent.messages (application_id, side, author_id, text) select id, 'company', $1, 'Text' from application`,
    [userId, companyId, applicant.userId],
  );
}
