import type { MailFrequency } from '@gatehouse/contract/wire';

/** How often new jobs of a saved search are mailed. */
export const FREQUENCY_LABELS: Record<MailFrequency, string> = {
  daily: 'Every day',
  weekly: 'Every week',
  none: 'Never',
};
