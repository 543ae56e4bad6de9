// Generated from the data registry by `npm run generate`. Do not edit.

/** What is kept of a user, why and for how long. */
export const KEPT_DATA = [
  {
    id: 'identity.users',
    purpose: 'The account: name, email, talent access',
    basis: 'Needed for what the user has asked for: the account, applications, memberships',
    kept: 'As long as the account',
  },
  {
    id: 'identity.credentials',
    purpose: 'The password, as a hash',
    basis: 'Needed for what the user has asked for: the account, applications, memberships',
    kept: 'As long as the account',
  },
  {
    id: 'identity.user_passkeys',
    purpose: 'Signing in with a passkey',
    basis: 'Needed for what the user has asked for: the account, applications, memberships',
    kept: 'As long as the account',
  },
  {
    id: 'identity.user_sessions',
    purpose: 'Sessions, with browser and network address',
    basis: 'Legitimate interest: to protect accounts and the platform',
    kept: '90 days after the absolute limit of the session',
  },
  {
    id: 'identity.user_browsers',
    purpose: 'Browsers that the user has signed in with, so that a new one sends a mail',
    basis: 'Legitimate interest: to protect accounts and the platform',
    kept: '400 days after the last sign-in',
  },
  {
    id: 'identity.mail_tokens',
    purpose: 'Links that reset a password',
    basis: 'Legitimate interest: to protect accounts and the platform',
    kept: '7 days after the token has expired',
  },
  {
    id: 'identity.email_changes',
    purpose: 'Changes of the email address, and the links that confirm and undo them',
    basis: 'Legitimate interest: to protect accounts and the platform',
    kept: '30 days after its links have expired',
  },
  {
    id: 'identity.sign_ups',
    purpose: 'Sign-ups that wait for the confirmation of their address',
    basis: 'Needed for what the user has asked for: the account, applications, memberships',
    kept: 'Until the link is used or has expired',
  },
  {
    id: 'identity.mail_outbox',
    purpose: 'Mail to the user, and its limits',
    basis: 'Needed for what the user has asked for: the account, applications, memberships',
    kept: '30 days, once sent or dropped; the text until then',
  },
  {
    id: 'identity.notifications',
    purpose: 'Notifications in the page',
    basis: 'Needed for what the user has asked for: the account, applications, memberships',
    kept: '90 days',
  },
  {
    id: 'identity.notification_settings',
    purpose: 'Which notifications are mailed, and when',
    basis: 'Needed for what the user has asked for: the account, applications, memberships',
    kept: 'As long as the account',
  },
  {
    id: 'identity.data_exports',
    purpose: 'Exports that the user has requested',
    basis: 'Needed for what the user has asked for: the account, applications, memberships',
    kept: '24 hours after they were made',
  },
  {
    id: 'identity.audit_events',
    purpose: 'The audit trail: who did what to whom, when and why',
    basis: 'Legitimate interest: to show later who changed which access',
    kept: '24 months, to the end of the month',
  },
  {
    id: 'employer.org_memberships',
    purpose: 'Memberships: who belongs to which company, in which role',
    basis: 'Needed for what the user has asked for: the account, applications, memberships',
    kept: 'As long as the account',
  },
  {
    id: 'employer.invitations',
    purpose: 'Invitations into companies',
    basis: 'Needed for what the user has asked for: the account, applications, memberships',
    kept: '90 days after the invitation has expired',
  },
  {
    id: 'employer.application_notes',
    purpose: 'Notes that members of a company write about an applicant',
    basis: 'Legitimate interest of the company: to choose among applicants',
    kept: 'As long as the account; a withdrawal erases its text',
  },
  {
    id: 'talent.profiles',
    purpose: 'The profile that applications are sent with',
    basis: 'Needed for what the user has asked for: the account, applications, memberships',
    kept: 'As long as the account',
  },
  {
    id: 'talent.applications',
    purpose: 'Applications, with the profile as it was sent',
    basis: 'Needed for what the user has asked for: the account, applications, memberships',
    kept: 'As long as the account; a withdrawal erases its text',
  },
  {
    id: 'talent.cvs',
    purpose: 'CVs: the current one, and those that applications were sent with',
    basis: 'Needed for what the user has asked for: the account, applications, memberships',
    kept: 'Until it is removed and no application has it; an upload that broke off, for a day',
  },
  {
    id: 'talent.cv_chunks',
    purpose: 'The content of CVs',
    basis: 'Needed for what the user has asked for: the account, applications, memberships',
    kept: 'Until it is removed and no application has it; an upload that broke off, for a day',
  },
  {
    id: 'talent.cv_uploads',
    purpose: 'A limit of uploads in a day',
    basis: 'Legitimate interest: to protect accounts and the platform',
    kept: 'As long as the account',
  },
  {
    id: 'talent.saved_job_posts',
    purpose: 'Job posts that the user has saved',
    basis: 'Needed for what the user has asked for: the account, applications, memberships',
    kept: 'Until the user removes it, at most as long as the account',
  },
  {
    id: 'talent.saved_searches',
    purpose: 'Searches that the user has saved, and how often their new job posts are mailed',
    basis: 'Needed for what the user has asked for: the account, applications, memberships',
    kept: 'Until the user removes it, at most as long as the account',
  },
  {
    id: 'talent.application_messages',
    purpose: 'Messages of companies to applicants, and with the answers to offers',
    basis: 'Needed for what the user has asked for: the account, applications, memberships',
    kept: 'As long as the account; a withdrawal erases its text',
  },
] as const;
