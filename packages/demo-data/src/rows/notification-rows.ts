import { demoId } from '../demo-id.ts';

type Row = Readonly<Record<string, unknown>>;

const DAY_MILLIS = 86_400_000;
const UNREAD_DAYS = 7;
const REPORTED_STAGES: readonly unknown[] = ['interview', 'offer', 'rejected'];

/** What the demo's people did, and whom of its talent and the members of its company it notifies. */
interface DemoPast {
  /** All applications of the demo. */
  readonly applications: readonly Row[];
  readonly messages: readonly Row[];
  readonly messageReads: readonly Row[];
  readonly interviews: readonly Row[];
  readonly assignments: readonly Row[];
  readonly talentId: string;
  /** The members of the demo company with the ids of their memberships, its owner first. */
  readonly members: readonly { readonly userId: string; readonly membershipId: string }[];
  readonly companyId: string;
  readonly now: number;
}

interface News {
  readonly userId: unknown;
  readonly kind: string;
  readonly subjectId: unknown;
  readonly value: unknown;
  readonly at: number;
  /** Without it, news of the last week are unread. */
  readonly isRead?: boolean;
}

/** Notifications of the demo's talent and of its company's members; the older ones are read, and those of messages as they are. */
export function notificationRows(past: DemoPast): readonly Row[] {
  const news = [
    ...movedApplications(past),
    ...receivedApplications(past),
    ...receivedMessages(past),
    ...changedInterviews(past),
    ...assignedApplications(past),
    ...answeredOffers(past),
  ];
  return news.map(({ userId, kind, subjectId, value, at, isRead }) => ({
    id: demoId(`${String(userId)} ${kind} ${String(subjectId)}`, Math.floor(at)),
    user_id: userId,
    kind,
    subject_id: subjectId,
    value,
    at: new Date(at).toISOString(),
    read_at:
      (isRead ?? past.now - at >= UNREAD_DAYS * DAY_MILLIS)
        ? new Date(at + (past.now - at) / 2).toISOString()
        : null,
  }));
}

const timeOf = (at: unknown) => Date.parse(String(at));

function movedApplications({ applications, talentId }: DemoPast): readonly News[] {
  return applications
    .filter(({ user_id, stage }) => user_id === talentId && REPORTED_STAGES.includes(stage))
    .map(({ id, stage, updated_at }) => ({
      userId: talentId,
      kind: 'application_moved',
      subjectId: id,
      value: stage,
      at: timeOf(updated_at),
    }));
}

function receivedApplications({ applications, companyId, members }: DemoPast): readonly News[] {
  const ofCompany = applications.filter(({ company_id }) => company_id === companyId);
  const byPost = Map.groupBy(ofCompany, ({ job_post_id }) => job_post_id);
  return members.flatMap(({ userId }) =>
    [...byPost].map(([post, rows]) => ({
      userId,
      kind: 'application_received',
      subjectId: post,
      value: '',
      at: Math.max(...rows.map(({ created_at }) => timeOf(created_at))),
    })),
  );
}

/** Of the newest message that each side of a conversation has received. */
function receivedMessages(past: DemoPast): readonly News[] {
  const applicationOf = new Map(past.applications.map((application) => [application['id'], application]));
  const readUntil = new Map(
    past.messageReads.map(({ application_id, side, read_until }) => [
      `${String(application_id)} ${String(side)}`,
      timeOf(read_until),
    ]),
  );
  const newest = new Map(
    past.messages.map((message) => [
      `${String(message['application_id'])} ${String(message['side'])}`,
      message,
    ]),
  );
  return [...newest.values()].flatMap(({ id, application_id, side, delivered_at }) => {
    const reader = side === 'company' ? 'applicant' : 'company';
    const at = timeOf(delivered_at);
    const isRead = (readUntil.get(`${String(application_id)} ${reader}`) ?? 0) >= at;
    return recipientsOf(applicationOf.get(application_id), reader, past).map((userId) => ({
      userId,
      kind: 'message_received',
      subjectId: application_id,
      value: `${String(side)} ${String(id)}`,
      at,
      isRead,
    }));
  });
}

function changedInterviews(past: DemoPast): readonly News[] {
  const applicationOf = new Map(past.applications.map((application) => [application['id'], application]));
  return past.interviews.flatMap(({ application_id, proposed_by, state, changed_at }) => {
    const isOfMember = past.members.some(({ userId }) => userId === proposed_by);
    const recipients =
      state === 'proposed' || state === 'cancelled'
        ? recipientsOf(applicationOf.get(application_id), 'applicant', past)
        : isOfMember
          ? [proposed_by]
          : [];
    return recipients.map((userId) => ({
      userId,
      kind: 'interview_changed',
      subjectId: application_id,
      value: state,
      at: timeOf(changed_at),
    }));
  });
}

/** The owner, who is first, assigns: only what others take care of is news to them. */
function assignedApplications({ assignments, members }: DemoPast): readonly News[] {
  const [, ...others] = members;
  return assignments.flatMap(({ application_id, membership_id, assigned_at }) =>
    others
      .filter(({ membershipId }) => membershipId === membership_id)
      .map(({ userId }) => ({
        userId,
        kind: 'application_assigned',
        subjectId: application_id,
        value: '',
        at: timeOf(assigned_at),
      })),
  );
}

function answeredOffers(past: DemoPast): readonly News[] {
  return past.applications
    .filter(({ offer_answer }) => typeof offer_answer === 'string')
    .flatMap((application) =>
      recipientsOf(application, 'company', past).map((userId) => ({
        userId,
        kind: 'offer_answered',
        subjectId: application['id'],
        value: application['offer_answer'],
        at: timeOf(application['updated_at']),
      })),
    );
}

/** Those of a side of an application who have notifications in the demo. */
function recipientsOf(
  application: Row | undefined,
  side: 'applicant' | 'company',
  { talentId, companyId, members }: DemoPast,
): readonly unknown[] {
  if (side === 'applicant') return application?.['user_id'] === talentId ? [talentId] : [];
  return application?.['company_id'] === companyId ? members.map(({ userId }) => userId) : [];
}
