import type { HandlersOf } from '@gatehouse/boundary';
import { completeEnrolment, type EnrolmentDependencies } from './complete.ts';
import { openEnrolment } from './open.ts';

/** How an admin sets a password and a second factor, through a one-time link. */
export function createAdminEnrolmentHandlers(
  dependencies: EnrolmentDependencies,
): HandlersOf<'AdminEnrolmentService'> {
  return {
    'AdminEnrolmentService.OpenAdminEnrolment': openEnrolment(dependencies),
    'AdminEnrolmentService.CompleteAdminEnrolment': completeEnrolment(dependencies),
  };
}
