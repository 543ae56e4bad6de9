import type { NotificationSettings } from '@gatehouse/contract/wire';

/** The kinds of mail that the settings of notifications know. */
export type KindOfMail = Exclude<keyof NotificationSettings, 'etag'>;

/** What each kind of mail is about, as the settings say it. */
export const KINDS_OF_MAIL: Readonly<Record<KindOfMail, { readonly label: string; readonly hint?: string }>> =
  {
    application_moved: {
      label: 'Updates on your applications',
      hint: 'An email in which a company writes to you is always sent.',
    },
    job_post_closed: { label: 'A job post that you applied for is closed' },
    message_received: { label: 'Messages from companies, and from applicants of your company' },
    interview_changed: { label: 'Interviews: proposed times, answers and cancellations' },
    application_received: { label: 'New applications for your company' },
    application_assigned: { label: 'Applications assigned to you' },
    offer_answered: { label: 'Answers to offers of your company' },
    application_withdrawn: {
      label: 'Withdrawn applications that were assigned to you, or had an interview that you proposed',
    },
    role_changed: { label: 'Your role in a company has changed' },
    invitation_received: {
      label: 'Invitations to join a company',
      hint: 'You accept an invitation with the link in its email. Without the email you cannot.',
    },
  };
