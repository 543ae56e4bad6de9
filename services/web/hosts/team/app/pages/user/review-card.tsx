import type { AccessReview, AdminUser } from '@gatehouse/contract/wire';
import { useState } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '#design/relative-time.tsx';
import { ShortcutKey, ShortcutsSwitch, useShortcut } from '#design/shortcuts.tsx';
import { TalentAccessBadge } from '../../changes/talent-access-badge.tsx';
import { useFocusAfter } from '../../changes/use-focus-after.ts';
import { Decisions } from './decisions.tsx';

/** A user's talent access: its state, its dates, the decisions that fit, and the link to the next request. */
export function ReviewCard({
  user,
  review,
  mayChange,
}: {
  user: AdminUser;
  review: AccessReview;
  mayChange: boolean;
}) {
  const { state } = user.talent_access;
  const decision = review.decisions.find(({ admin_name }) => admin_name !== '');
  return (
    <section className="card review-card" aria-labelledby="talent-access">
      <h2 id="talent-access">
        Talent access <TalentAccessBadge state={state} />
      </h2>
      <dl className="facts-list">
        <dt>Signed up</dt>
        <dd>
          <RelativeTime at={user.created_at} />
        </dd>
        <dt>{state === 'pending' ? 'Waiting since' : 'Requested'}</dt>
        <dd>{review.requested_at === undefined ? 'Never' : <RelativeTime at={review.requested_at} />}</dd>
        <dt>Last decision</dt>
        <dd>
          {decision === undefined ? (
            'None'
          ) : (
            <>
              <RelativeTime at={decision.at} /> by <bdi>{decision.admin_name}</bdi>
            </>
          )}
        </dd>
      </dl>
      {mayChange ? <Decisions user={user} /> : null}
      <NextRequest state={state} review={review} />
    </section>
  );
}

/** The link to the next request, which stays the same while this user's page is open. */
function NextRequest({
  state,
  review: { next, pending_count },
}: {
  state: AdminUser['talent_access']['state'];
  review: AccessReview;
}) {
  const [first] = useState(next);
  const { ref, open } = useFocusAfter(state);
  useShortcut('n', open);
  const target = first ?? next;
  return (
    <div className="next-request">
      {target === undefined ? (
        <p ref={ref} tabIndex={-1}>
          No other user waits for a review.
        </p>
      ) : (
        <p>
          <Link ref={ref} to={`/people/${target.id}`} className="button" aria-keyshortcuts="n">
            Next request <ShortcutKey value="n" />
          </Link>
          <small>
            <bdi>{target.name}</bdi>. {pending_count === 1 ? '1 user waits.' : `${pending_count} users wait.`}
          </small>
        </p>
      )}
      <ShortcutsSwitch />
    </div>
  );
}
