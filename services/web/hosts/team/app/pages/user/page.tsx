import type { AccessReview, AdminUser, AuditEvent } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
} from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { formAction } from '#api/form-action.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { useListAddress } from '#design/list-memory.tsx';
import { Day } from '#design/local-time.tsx';
import { Badge, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { endSessions, setMembershipStatus, setTalentAccess } from '../../changes/staff-changes.ts';
import { useIdentitiesAdminSession } from '../../session-hook.ts';
import { RecentEvents, readRecentEvents } from '../audit/recent-events.tsx';
import { AccessHistory } from './history.tsx';
import { Membership } from './membership.tsx';
import { Profile } from './profile.tsx';
import { ReviewCard } from './review-card.tsx';
import { Sessions } from './sessions.tsx';

const TITLE = 'User';

interface ReviewedUser {
  readonly user: AdminUser;
  readonly review: AccessReview;
  readonly events: readonly AuditEvent[];
}

export const handle = {
  reads: ({ params }) => {
    const id = params['id'] ?? '';
    return {
      user: read('AdministrationService.GetAdminUser', { id }),
      review: read('AdministrationService.GetAccessReview', { id }),
      events: readRecentEvents(id),
    };
  },
} satisfies PageHandle;

export async function clientLoader(
  args: ClientLoaderFunctionArgs,
): Promise<{ answer: ApiAnswer<ReviewedUser> }> {
  const { user, review, events } = await loadReads(handle, args);
  if (!user.ok) return { answer: user };
  if (!review.ok) return { answer: review };
  if (!events.ok) return { answer: events };
  const data = { user: user.data, review: review.data, events: events.data.items };
  return { answer: { ok: true, data } };
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    set_membership_status: (form) => setMembershipStatus(form, request.signal),
    set_talent_access: (form) => setTalentAccess(form, request.signal),
    end_sessions: (form) => endSessions(form, request.signal),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} shape="detail" />;
}

export default function UserPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(data) => <User key={data.user.id} {...data} />}
    </PageData>
  );
}

function User({ user, review, events }: ReviewedUser) {
  const mayChange = useIdentitiesAdminSession()?.identities_admin.role === 'operator';
  const isPending = user.talent_access.state === 'pending';
  const list = useListAddress(isPending ? '/requests' : '/people');
  return (
    <Page
      title={user.name}
      lead={user.email}
      back={{ to: list, title: isPending ? 'Access requests' : 'Users' }}
    >
      <p className="facts">
        {user.email_verified ? (
          <Badge tone="good">Email confirmed</Badge>
        ) : (
          <Badge>Email not confirmed</Badge>
        )}
        {user.deletion_due_at === undefined ? null : (
          <Badge tone="bad">
            Will be deleted <Day at={user.deletion_due_at} />
          </Badge>
        )}
        <Link to={`/audit?who=${user.id}`}>View audit trail</Link>
      </p>
      <div className="review">
        <ReviewCard user={user} review={review} mayChange={mayChange} />
        <div className="review-main">
          <Profile profile={review.profile} />
          <AccessHistory decisions={review.decisions} />
          <RecentEvents id={user.id} events={events} />
        </div>
        <div className="review-more">
          <Membership user={user} mayChange={mayChange} />
          <Sessions user={user} mayChange={mayChange} />
        </div>
      </div>
    </Page>
  );
}
