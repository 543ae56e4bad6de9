import type { Application, ApplicationAssignment } from '@gatehouse/contract';

/** Who takes care of an application, as its row has it. */
export interface AssignmentColumns {
  /** Null: no active member. */
  readonly assignee_membership_id: string | null;
  readonly assignee_name: string | null;
  /** Null: the reader is the applicant. */
  readonly is_assigned_to_reader: boolean | null;
}

/** Of the member who reads. */
export const assignmentColumns = (
  reader: `$${number}`,
) => `am.id as assignee_membership_id, au.name as assignee_name,
         case when a.user_id <> ${reader} then coalesce(am.user_id = ${reader}, false) end as is_assigned_to_reader`;

/** The assignee of the application `a`: membership `am` and user `au`, for a member who is not its applicant. */
export const joinAssignment = (
  reader: `$${number}`,
) => `left join employer.application_assignments s on s.application_id = a.id and a.user_id <> ${reader}
    left join employer.org_memberships am on am.id = s.membership_id and am.company_id = a.company_id and am.status = 'active'
    left join identity.users au on au.id = am.user_id`;

/** The assignment is its assignee: its version is that membership. */
export function presentAssignment({
  assignee_membership_id: id,
  assignee_name,
  is_assigned_to_reader,
}: AssignmentColumns): ApplicationAssignment {
  return {
    ...(id === null ? {} : { membership_id: id }),
    assignee_name: assignee_name ?? '',
    is_own: is_assigned_to_reader === true,
    etag: `"${id ?? 'none'}"`,
  };
}

/** As an application presents it. */
export function assignmentOf(
  row: AssignmentColumns,
  withdrawnAt: Date | null,
): Pick<Application, 'assignment'> {
  return row.is_assigned_to_reader === null || withdrawnAt !== null
    ? {}
    : { assignment: presentAssignment(row) };
}
