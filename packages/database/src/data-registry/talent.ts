import { exported, exportedAs, file, ofOthers, type TableEntry, technical } from './entry.ts';

/** An application whose company can still undo its last change: its applicant does not see it (decision 0037). */
const IS_CHANGING = 't.stage_seen_from > now() and t.offer_answer is null';

/** A message of the company with a stage that was not reported: one without news, undone, replaced, or not seen yet. */
const WAS_NOT_REPORTED = `exists (
        select from identity.audit_events e
          left join lateral (select n.at, n.action, lead(n.action) over (order by n.id) as next_action
                               from identity.audit_events n
                              where n.subject_id = e.subject_id and n.id > e.id and n.action in (
                                    'application.stage_changed', 'application.stage_change_undone',
                                    'application.offer_accepted', 'application.offer_declined')
                              order by n.id limit 1) n on true
         where e.subject_id = t.application_id and e.at = t.sent_at and e.action = 'application.stage_changed'
           and (split_part(e.change, ' → ', 2) not in ('interview', 'offer', 'rejected')
                or e.at > now() - interval '65 seconds'
                or n.action = 'application.stage_change_undone'
                or n.action = 'application.stage_changed' and n.at < e.at + interval '65 seconds'
                   and n.next_action is distinct from 'application.stage_change_undone'))`;

/** Tables of the talent service. */
export const talent: Readonly<Record<string, TableEntry>> = {
  'talent.profiles': {
    whose: 'user',
    purpose: 'the profile that applications are sent with',
    basis: 'contract',
    kept: 'account',
    rowsOfUser: 't.user_id = $1',
    columns: {
      user_id: technical('whose profile'),
      headline: exported('headline'),
      summary: exported('summary'),
      skills: exported('skills'),
      location: exported('place'),
      links: exported('links'),
      career: exported('work history and education'),
      updated_at: exported('when it last changed'),
      version: technical('count of changes'),
    },
  },
  'talent.applications': {
    whose: 'user',
    purpose: 'applications, with the profile as it was sent',
    basis: 'contract',
    kept: 'application',
    rowsOfUser: 't.user_id = $1',
    columns: {
      id: exported('id of the application'),
      job_post_id: exported('for which job post'),
      company_id: exported('at which company'),
      user_id: technical('who applied'),
      message: exported('message to the company'),
      headline: exported('headline, as sent'),
      summary: exported('summary, as sent'),
      skills: exported('skills, as sent'),
      location: exported('place, as sent'),
      links: exported('links, as sent'),
      career: exported('work history and education, as sent'),
      stage: exportedAs('stage', `case when ${IS_CHANGING} then t.seen_stage else t.stage end`),
      created_at: exported('when it was sent'),
      updated_at: exportedAs(
        'when it reached its stage',
        `case when ${IS_CHANGING} then t.seen_since else coalesce(t.stage_seen_from, t.updated_at) end`,
      ),
      stage_seen_from: technical('from when the applicant sees the stage'),
      seen_stage: technical('the stage before, as the applicant sees it until then'),
      seen_since: technical('since when the applicant sees that one'),
      withdrawn_at: exported('when it was withdrawn'),
      version: technical('count of changes'),
      offer_answer: exported('answer to the offer'),
      cv_id: exported('with which CV'),
      answers: exported('screening questions as they were asked, with the answers'),
    },
  },
  'talent.application_search': {
    whose: 'user',
    purpose: 'what companies search their applications by',
    basis: 'selection',
    kept: 'application',
    rowsOfUser: null,
    // By the index of the applications: there is none of these users.
    rowsToErase: 't.application_id in (select a.id from talent.applications a where a.user_id = $1)',
    columns: {
      application_id: technical('of which application'),
      company_id: technical('of which company'),
      job_post_id: technical('of which job post'),
      user_id: technical('whose application'),
      profile: technical('headline and skills as sent, as the search reads them'),
    },
  },
  'talent.cvs': {
    whose: 'user',
    purpose: 'CVs: the current one, and those that applications were sent with',
    basis: 'contract',
    kept: 'cv',
    rowsOfUser: 't.user_id = $1',
    columns: {
      id: exported('id of the CV'),
      user_id: technical('whose CV'),
      name: exported('name of the file'),
      size: exported('size of the file in bytes'),
      begun_at: exported('when its upload began'),
      uploaded_at: exported('when it was uploaded'),
      is_current: exported('whether it is the one of the profile'),
      store_folder: technical('where its content is, if it is in an S3-compatible store'),
    },
  },
  'talent.cv_chunks': {
    whose: 'user',
    purpose: 'the content of CVs',
    basis: 'contract',
    kept: 'cv',
    rowsOfUser: null,
    rowsToErase: 't.cv_id in (select c.id from talent.cvs c where c.user_id = $1)',
    columns: {
      cv_id: technical('of which CV'),
      position: technical('which part of the file'),
      bytes: file('the part'),
    },
  },
  'talent.deleted_documents': {
    whose: 'platform',
    purpose: 'where the S3-compatible store has the content of deleted CVs, until that is deleted, too',
    basis: 'operation',
    kept: 'deleted_documents',
    rowsOfUser: null,
    columns: {
      folder: technical('random name of the folder in the store', 'pseudonym'),
      due_at: technical('from when the folder is to be deleted', 'stays'),
    },
  },
  'talent.cv_uploads': {
    whose: 'user',
    purpose: 'a limit of uploads in a day',
    basis: 'security',
    kept: 'account',
    rowsOfUser: 't.user_id = $1',
    columns: {
      user_id: technical('whose uploads'),
      on_day: exported('the day of the last one'),
      count: exported('how many on that day'),
    },
  },
  'talent.saved_job_posts': {
    whose: 'user',
    purpose: 'job posts that the user has saved',
    basis: 'contract',
    kept: 'saved',
    rowsOfUser: 't.user_id = $1',
    columns: {
      id: technical('id of the entry'),
      user_id: technical('who has saved it'),
      job_post_id: exported('id of the job post'),
      saved_at: exported('when it was saved'),
    },
  },
  'talent.saved_searches': {
    whose: 'user',
    purpose: 'searches that the user has saved, and how often their new job posts are mailed',
    basis: 'contract',
    kept: 'saved',
    rowsOfUser: 't.user_id = $1',
    columns: {
      id: technical('id of the search'),
      user_id: technical('who has saved it'),
      search: exported('words, filters and order'),
      frequency: exported('how often new job posts are mailed'),
      created_at: exported('when it was saved'),
      mailed_until: exported('up to when job posts were mailed'),
      next_mail_at: technical('when its new posts are looked up next'),
      attempts: technical('count of failed attempts'),
    },
  },
  'talent.application_messages': {
    whose: 'user',
    purpose: 'messages of companies to applicants, and with the answers to offers',
    basis: 'contract',
    kept: 'application',
    rowsOfUser: `t.application_id in (select a.id from talent.applications a where a.user_id = $1)
      and not ${WAS_NOT_REPORTED}`,
    rowsToErase: 't.application_id in (select a.id from talent.applications a where a.user_id = $1)',
    columns: {
      application_id: exported('for which application'),
      sent_at: exported('when it was sent'),
      message: exported('the text'),
    },
  },
  'talent.messages': {
    whose: 'user',
    purpose: 'messages between applicants and companies',
    basis: 'contract',
    kept: 'application',
    // Of the company only what the applicant has received.
    rowsOfUser: `(t.undone_at is null or t.is_withheld and t.side = 'applicant')
      and (t.side = 'applicant' or t.delivered_at <= now())
      and t.application_id in (select a.id from talent.applications a where a.user_id = $1)`,
    rowsToErase: 't.application_id in (select a.id from talent.applications a where a.user_id = $1)',
    columns: {
      id: technical('id of the message'),
      application_id: exported('about which application'),
      side: exported('whether the company or the applicant wrote it'),
      author_id: ofOthers('who wrote it', 'pseudonym'),
      text: exported('the text'),
      sent_at: exported('when it was sent'),
      delivered_at: exported('from when the other side sees it'),
      undone_at: technical('when it was undone'),
      is_withheld: exported('whether it is not delivered, because the access of its author ended before'),
    },
  },
  'talent.message_reads': {
    whose: 'user',
    purpose: 'up to which message the applicant, or a member of the company, has read',
    basis: 'contract',
    kept: 'application',
    rowsOfUser: `t.side = 'applicant'
      and t.application_id in (select a.id from talent.applications a where a.user_id = $1)`,
    rowsToErase: 't.application_id in (select a.id from talent.applications a where a.user_id = $1)',
    columns: {
      application_id: exported('about which application'),
      side: exported('which side has read'),
      read_until: exported('when the newest message that was read was delivered'),
    },
  },
  'talent.interviews': {
    whose: 'user',
    purpose: 'times that companies propose to applicants for interviews, and the answers',
    basis: 'contract',
    kept: 'application',
    rowsOfUser: 't.application_id in (select a.id from talent.applications a where a.user_id = $1)',
    columns: {
      id: technical('id of the interview'),
      application_id: exported('about which application'),
      proposed_by: ofOthers('the member who proposed it', 'pseudonym'),
      starts: exported('proposed times'),
      time_zone: exported('time zone of the member'),
      duration_minutes: exported('duration in minutes'),
      place: exported('place or address of a video call'),
      note: exported('what the company wrote with it'),
      state: exported('what has become of it'),
      accepted_start: exported('the time that was accepted'),
      answer: exported('what the applicant wrote with the answer'),
      proposed_at: exported('when it was proposed'),
      answered_at: exported('when the applicant answered'),
      changed_at: exported('when it last changed'),
      cancelled_by: ofOthers('the member who cancelled it', 'pseudonym'),
      version: technical('count of changes'),
    },
  },
};
