import type { StaffAccount } from '@gatehouse/contract/wire';
import { Link } from 'react-router';
import { type Column, DataTable } from '#design/data-table.tsx';
import { ADMIN_ROLE_LABELS } from '#design/labels.ts';
import { PagedRows } from '#design/list-view.tsx';
import { Day, Moment } from '#design/local-time.tsx';
import type { ListPage } from '#design/more-pages.tsx';
import { Badge } from '#design/page.tsx';
import { ConditionChange, FactorReset, RoleChange } from './account-changes.tsx';

const COLUMNS: readonly Column<StaffAccount>[] = [
  {
    label: 'Account',
    cell: ({ id, name, email, created_at }) => (
      <>
        <Link to={`/audit?who=${id}`} dir="auto">
          {name}
        </Link>
        <small>{email}</small>
        <small>
          Created <Day at={created_at} />
        </small>
      </>
    ),
  },
  { label: 'Role', cell: ({ role }) => ADMIN_ROLE_LABELS[role] },
  { label: 'Status', cell: (account) => <Status account={account} /> },
  { label: 'Sessions', cell: ({ session_count }) => session_count },
];

/** All accounts. @param operatorId the caller; null: the caller may change none. */
export function Accounts({
  first,
  operatorId,
}: {
  first: ListPage<StaffAccount>;
  operatorId: string | null;
}) {
  const change: Column<StaffAccount> = {
    label: 'Change',
    isLabelHidden: true,
    cell: (account) => <Changes account={account} isOwn={account.id === operatorId} />,
  };
  return (
    <PagedRows first={first}>
      {(items) => (
        <DataTable
          caption="Staff accounts"
          columns={operatorId === null ? COLUMNS : [...COLUMNS, change]}
          rows={items}
        />
      )}
    </PagedRows>
  );
}

function Status({ account }: { account: StaffAccount }) {
  const { condition, enrolled, open_request, link_expires_at } = account;
  return (
    <>
      {condition === 'disabled' ? (
        <Badge tone="bad">Disabled</Badge>
      ) : enrolled ? (
        <Badge tone="good">Active</Badge>
      ) : (
        <Badge tone="warn">Not enrolled</Badge>
      )}
      {open_request === undefined ? null : <small>A change waits for a second operator</small>}
      {condition === 'disabled' || enrolled ? null : (
        <small>
          {link_expires_at === undefined ? (
            'No open link'
          ) : (
            <>
              Link expires <Moment at={link_expires_at} />
            </>
          )}
        </small>
      )}
    </>
  );
}

/** While a request waits, only what takes access away. */
function Changes({ account, isOwn }: { account: StaffAccount; isOwn: boolean }) {
  const { condition, role, open_request } = account;
  const isFree = open_request === undefined;
  return (
    <div className="actions">
      {isFree && condition === 'active' ? <FactorReset account={account} /> : null}
      {role === 'operator' || isFree ? <RoleChange account={account} isOwn={isOwn} /> : null}
      {condition === 'active' || isFree ? <ConditionChange account={account} isOwn={isOwn} /> : null}
    </div>
  );
}
