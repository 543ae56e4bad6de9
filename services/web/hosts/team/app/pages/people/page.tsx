import type { AdminOrgMembership, AdminUser, TalentAccessState } from '@gatehouse/contract/wire';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { ConfirmChange } from '../../../../../design/confirm-change.tsx';
import { SelectField, TextArea } from '../../../../../design/fields.tsx';
import { Badge, EmptyState, Page, PageSkeleton } from '../../../../../design/page.tsx';
import { PageData } from '../../../../../design/page-data.tsx';
import { loadPage } from '../../../../../session/load-page.ts';
import { sendWrite } from '../../../../../session/page-result.ts';
import { useIdentitiesAdminSession } from '../../session-hook.ts';
import { NextPage } from '../next-page.tsx';
import { SearchForm } from '../search-form.tsx';

const TITLE = 'People';

const TALENT_STATES = {
  none: { tone: 'plain', words: 'None' },
  pending: { tone: 'warn', words: 'Pending' },
  active: { tone: 'good', words: 'Active' },
  suspended: { tone: 'bad', words: 'Suspended' },
} as const satisfies Record<TalentAccessState, object>;

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const input = { query: params.get('query') ?? '', cursor: params.get('cursor') ?? '', limit: 50 };
  const answer = await loadPage('AdministrationService.ListAdminUsers', input, request.signal);
  return { answer, query: input.query };
}

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  const [id, reason] = [text('id'), text('reason')];
  switch (text('change')) {
    case 'talent_access': {
      const state = text('state') as TalentAccessState;
      return sendWrite('AdministrationService.UpdateTalentAccess', { id, state, reason }, request.signal);
    }
    case 'membership': {
      const status = text('status') === 'revoked' ? 'revoked' : 'active';
      return sendWrite(
        'AdministrationService.UpdateOrgMembershipStatus',
        { id, status, reason },
        request.signal,
      );
    }
    default:
      return sendWrite('AdministrationService.DeleteAdminUserSessions', { id }, request.signal);
  }
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function PeoplePage() {
  const { answer, query } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {({ items, next_cursor }) => (
        <Page title={TITLE}>
          <SearchForm label="Name or e-mail address" query={query} />
          {items.length === 0 ? (
            <EmptyState>
              <p>Nobody has such a name or address.</p>
            </EmptyState>
          ) : (
            <table>
              <thead>
                <tr>
                  <th scope="col">Person</th>
                  <th scope="col">Talent access</th>
                  <th scope="col">Membership</th>
                  <th scope="col">Sessions</th>
                </tr>
              </thead>
              <tbody>
                {items.map((person) => (
                  <PersonRow key={person.id} person={person} />
                ))}
              </tbody>
            </table>
          )}
          <NextPage params={{ query }} cursor={next_cursor} />
        </Page>
      )}
    </PageData>
  );
}

function PersonRow({ person }: { person: AdminUser }) {
  const { id, name, email, talent_access, org_membership, session_count } = person;
  const mayChange = useIdentitiesAdminSession()?.identities_admin.role === 'operator';
  const { tone, words } = TALENT_STATES[talent_access.state];
  return (
    <tr>
      <td>
        <strong>{name}</strong>
        <br />
        <small>{email}</small>
      </td>
      <td data-label="Talent access">
        <div className="actions">
          <Badge tone={tone}>{words}</Badge>
          {mayChange ? <TalentAccessChange id={id} name={name} state={talent_access.state} /> : null}
        </div>
      </td>
      <td data-label="Membership">
        {org_membership === undefined ? (
          'None'
        ) : (
          <Membership membership={org_membership} mayChange={mayChange} />
        )}
      </td>
      <td data-label="Sessions">
        <div className="actions">
          {session_count}
          {mayChange && session_count > 0 ? (
            <ConfirmChange
              label="Sign out"
              title={`Sign ${name} out everywhere?`}
              tone="bad"
              fields={{ id, change: 'sessions' }}
            >
              <p>Every session of this person ends. They can sign in again.</p>
            </ConfirmChange>
          ) : null}
        </div>
      </td>
    </tr>
  );
}

function TalentAccessChange({ id, name, state }: { id: string; name: string; state: TalentAccessState }) {
  return (
    <ConfirmChange label="Change" title={`Talent access of ${name}`} fields={{ id, change: 'talent_access' }}>
      <SelectField label="Talent access" name="state" defaultValue={state}>
        {Object.entries(TALENT_STATES).map(([value, { words }]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      <TextArea
        label="Reason"
        name="reason"
        hint="Stands in the audit trail."
        required
        maxLength={500}
        rows={3}
      />
    </ConfirmChange>
  );
}

function Membership({ membership, mayChange }: { membership: AdminOrgMembership; mayChange: boolean }) {
  const { id, user_name, company_name, company_condition, role, status } = membership;
  const isActive = status === 'active';
  return (
    <div className="actions">
      <span>
        {company_name}, {role}
        {company_condition === 'active' ? null : ' (switched off)'}
      </span>
      <Badge tone={isActive ? 'good' : 'bad'}>{isActive ? 'Active' : 'Revoked'}</Badge>
      {mayChange ? (
        <ConfirmChange
          label={isActive ? 'Revoke' : 'Activate'}
          title={
            isActive ? `Revoke the membership of ${user_name}?` : `Activate the membership of ${user_name}?`
          }
          tone={isActive ? 'bad' : 'plain'}
          fields={{ id, change: 'membership', status: isActive ? 'revoked' : 'active' }}
        >
          <TextArea
            label="Reason"
            name="reason"
            hint="Stands in the audit trail."
            required
            maxLength={500}
            rows={3}
          />
        </ConfirmChange>
      ) : null}
    </div>
  );
}
