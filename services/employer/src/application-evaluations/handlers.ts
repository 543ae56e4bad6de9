import type { HandlersOf } from '@gatehouse/boundary';
import { updateApplicationAssignment } from './assignment.ts';
import { ratingHandlers } from './ratings.ts';

/** Ratings and assignments of the company's applications. */
export const applicationEvaluationHandlers: HandlersOf<'ApplicationEvaluationService'> = {
  ...ratingHandlers,
  'ApplicationEvaluationService.UpdateApplicationAssignment': updateApplicationAssignment,
};
