/** When a user who has not chosen has mail of each kind of notification; by itself, so that tests do not expect what the product says. */
export const DEFAULT_MAIL_CHOICES = {
  application_received: 'daily',
  application_moved: 'at_once',
  invitation_received: 'at_once',
  role_changed: 'daily',
  job_post_closed: 'daily',
  message_received: 'at_once',
  interview_changed: 'at_once',
  application_assigned: 'daily',
  offer_answered: 'at_once',
  application_withdrawn: 'at_once',
} as const;
