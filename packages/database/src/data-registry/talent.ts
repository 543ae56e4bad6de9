import { exported, type TableEntry, technical } from './entry.ts';

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
      stage: exported('stage'),
      created_at: exported('when it was sent'),
      updated_at: exported('when it reached its stage'),
      withdrawn_at: exported('when it was withdrawn'),
      version: technical('count of changes'),
      offer_answer: exported('answer to the offer'),
    },
  },
  'talent.application_messages': {
    whose: 'user',
    purpose: 'messages of companies to applicants, and with the answers to offers',
    basis: 'contract',
    kept: 'application',
    rowsOfUser: 't.application_id in (select a.id from talent.applications a where a.user_id = $1)',
    columns: {
      application_id: exported('for which application'),
      sent_at: exported('when it was sent'),
      message: exported('the text'),
    },
  },
};
