import { type Handler, notify, onlyRow, statement, type Transaction } from '@gatehouse/boundary';
import { lockApplicationOfOther } from '../applications/application-of-other.ts';
import {
  type AssignmentColumns,
  assignmentColumns,
  joinAssignment,
  presentAssignment,
} from '../applications/assignment-row.ts';

interface AssignmentRow extends AssignmentColumns {
  readonly assignee_id: string | null;
  readonly assigned_at: Date | null;
}

const FIND_ASSIGNMENT = statement<AssignmentRow>(
  'find_application_assignment',
  `select am.user_id as assignee_id, s.assigned_at, ${assignmentColumns('$2')}
     from talent.applications a ${joinAssignment('$2')}
    where a.id = $1`,
);

/** Memberships of the company do not change meanwhile: the transaction has its lock. */
const FIND_MEMBER = statement<{ user_id: string; status: string }>(
  'find_member_to_assign',
  'select user_id, status from employer.org_memberships where id = $1 and company_id = $2',
);

const WRITE_ASSIGNMENT = statement<object>(
  'write_application_assignment',
  `insert into employer.application_assignments (application_id, membership_id) values ($1, $2)
   on conflict (application_id) do update set membership_id = excluded.membership_id, assigned_at = now()`,
);

const DELETE_ASSIGNMENT = statement<object>(
  'delete_application_assignment',
  'select employer.delete_application_assignment($1)',
);

const CANCEL_NOTIFICATION = statement<object>(
  'cancel_notification_of_assignment',
  "select identity.cancel_notification($1, 'application_assigned', $2, '', $3)",
);

/** Says which active member takes care of an application. */
export const updateApplicationAssignment: Handler<
  'ApplicationEvaluationService.UpdateApplicationAssignment'
> = (context, { application_id, assignee }) =>
  context.transaction(async (tx) => {
    const { id: userId } = tx.facts.identities_user;
    const application = await lockApplicationOfOther(tx, context, application_id);
    if (application.withdrawn_at !== null) return context.refuse('application_withdrawn');
    const find = async () =>
      onlyRow(await tx.query(FIND_ASSIGNMENT, [application_id, userId]), 'the locked application');
    const before = await find();
    await tx.requireVersion(presentAssignment(before), {
      subjectId: application_id,
      actions: ['application.assignee_changed'],
    });
    const wanted = assignee === 'none' ? null : assignee === 'me' ? tx.org_membership.id : assignee;
    if (wanted === before.assignee_membership_id) return presentAssignment(before);
    if (wanted === null) await tx.query(DELETE_ASSIGNMENT, [application_id]);
    else {
      const [member] = await tx.query(FIND_MEMBER, [wanted, tx.org_company.id]);
      if (member === undefined) return context.refuse('not_found');
      if (member.status !== 'active' || member.user_id === application.user_id) {
        return context.refuse('assignee_unavailable');
      }
      await tx.query(WRITE_ASSIGNMENT, [application_id, wanted]);
    }
    await tx.audit({
      action: 'application.assignee_changed',
      subject_kind: 'application',
      subject_id: application_id,
    });
    const after = await find();
    await notifyAssignee(tx, application_id, { before, after });
    return presentAssignment(after);
  });

/** Notifies the new assignee, unless it is the caller, and not any more the former one, who may not have looked yet. */
async function notifyAssignee(
  tx: Transaction,
  applicationId: string,
  { before, after }: { before: AssignmentRow; after: AssignmentRow },
): Promise<void> {
  if (before.assignee_id !== null) {
    await tx.query(CANCEL_NOTIFICATION, [before.assignee_id, applicationId, before.assigned_at]);
  }
  if (after.assignee_id !== null && after.is_assigned_to_reader !== true) {
    const news = { kind: 'application_assigned', subjectId: applicationId, value: '' } as const;
    await notify(tx, [after.assignee_id], news);
  }
}
