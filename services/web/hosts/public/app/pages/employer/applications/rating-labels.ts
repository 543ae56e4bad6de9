import type { ApplicationRatingSummary, Rating } from '@gatehouse/contract/wire';

/** Every rating, in its order. */
export const RATING_LABELS: Record<Rating, string> = {
  strong_no: 'Strong no',
  no: 'No',
  yes: 'Yes',
  strong_yes: 'Strong yes',
};

/** `3.5 (2)`: the average from 1 to 4, and the number of ratings. */
export function averageText({ average, count }: ApplicationRatingSummary): string {
  return `${average.toFixed(1)} (${count})`;
}
