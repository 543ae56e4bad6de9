import type { StaffRequest, StaffRequestKind } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { type Column, DataTable } from '#design/data-table.tsx';
import { Moment } from '#design/local-time.tsx';
import { FreshCodeField } from '../../changes/fresh-code-field.tsx';

const KIND_LABELS: Record<StaffRequestKind, string> = {
  enable: 'Enable as operator',
  promote: 'Make operator',
  reset: 'Reset second factor',
};

/** What approval does. */
const EFFECTS: Record<StaffRequestKind, (name: string) => string> = {
  enable: (name) =>
    `${name} can sign in and change everything that operators change. Without a second factor, they get a link by email.`,
  promote: (name) => `${name} can change everything that operators change.`,
  reset: (name) =>
    `The second factor and all sessions of ${name} end, and they get a link by email to enrol again.`,
};

/** Decided, withdrawn or expired. */
const GONE = 'This request no longer waits for a decision.';

/** Requests that wait for a second operator. @param operatorId the caller; null: the caller may not decide. */
export function Requests({
  requests,
  operatorId,
}: {
  requests: readonly StaffRequest[];
  operatorId: string | null;
}) {
  const columns: readonly Column<StaffRequest>[] = [
    {
      label: 'Account',
      cell: ({ account_name, account_email }) => (
        <>
          <span dir="auto">{account_name}</span>
          <small>{account_email}</small>
        </>
      ),
    },
    { label: 'Change', cell: ({ kind }) => KIND_LABELS[kind] },
    {
      label: 'Requested',
      cell: ({ requester_name, reason, expires_at }) => (
        <>
          <span dir="auto">{requester_name}</span>
          <small dir="auto">{reason}</small>
          <small>
            Expires <Moment at={expires_at} />
          </small>
        </>
      ),
    },
  ];
  const decision: Column<StaffRequest> = {
    label: 'Decision',
    isLabelHidden: true,
    cell: (request) => <Decision request={request} operatorId={operatorId ?? ''} />,
  };
  return (
    <section className="stack" aria-labelledby="requests">
      <h2 id="requests">Waiting for a second operator</h2>
      <DataTable
        caption="Requests that wait for a second operator"
        columns={operatorId === null ? columns : [...columns, decision]}
        rows={requests}
      />
    </section>
  );
}

function Decision({ request, operatorId }: { request: StaffRequest; operatorId: string }) {
  const {
    id,
    account_id,
    account_name: name,
    account_email,
    kind,
    requester_id,
    requester_name,
    reason,
  } = request;
  const isOwn = requester_id === operatorId;
  const mayApprove = !isOwn && account_id !== operatorId;
  return (
    <div className="actions">
      {mayApprove ? (
        <ConfirmChange
          label="Approve"
          about={`${KIND_LABELS[kind]}: ${name}`}
          title={`${KIND_LABELS[kind]}: ${name}?`}
          tone="primary"
          intent="approve_staff_request"
          fields={{ id }}
          done="Request approved."
          gone={GONE}
          description={EFFECTS[kind](name)}
        >
          <dl className="facts-list">
            <dt>Account</dt>
            <dd dir="auto">{name}</dd>
            <dt>Email address</dt>
            <dd>{account_email}</dd>
            <dt>Requested by</dt>
            <dd dir="auto">{requester_name}</dd>
            <dt>Reason</dt>
            <dd>
              <blockquote className="prose" dir="auto">
                {reason}
              </blockquote>
            </dd>
          </dl>
          <FreshCodeField />
        </ConfirmChange>
      ) : null}
      <ConfirmChange
        label={isOwn ? 'Withdraw' : 'Decline'}
        about={`${KIND_LABELS[kind]}: ${name}`}
        title={isOwn ? 'Withdraw your request?' : `Decline the request of ${requester_name}?`}
        tone="bad"
        intent="end_staff_request"
        fields={{ id }}
        done={isOwn ? 'Request withdrawn.' : 'Request declined.'}
        gone={GONE}
        description="Nothing changes for the account."
      >
        <FreshCodeField />
      </ConfirmChange>
    </div>
  );
}
