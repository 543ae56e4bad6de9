import type { DemoPerson } from '../people.ts';
import {
  eventsOfApplications,
  eventsOfCompanies,
  eventsOfInvitations,
  eventsOfJobPosts,
  eventsOfNotes,
} from './audit/hiring-events.ts';
import { eventsOfPeople } from './audit/people-events.ts';
import type { JobPostRow } from './job-post-rows.ts';

type Row = Readonly<Record<string, unknown>>;

/** The past of the demo as its audit trail: what was created, applied for, decided and changed, and by whom. */
export function auditEventRows({
  posts,
  applications,
  notes,
  invitations,
  ...past
}: {
  people: readonly DemoPerson[];
  posts: readonly JobPostRow[];
  applications: readonly Row[];
  notes: readonly Row[];
  invitations: readonly Row[];
  firstDay: number;
  now: number;
}): readonly Row[] {
  return [
    ...eventsOfPeople(past.people, past),
    ...eventsOfJobPosts(posts, past),
    ...eventsOfApplications(applications, past),
    ...eventsOfNotes(notes),
    ...eventsOfInvitations(invitations),
    ...eventsOfCompanies(past),
  ];
}
