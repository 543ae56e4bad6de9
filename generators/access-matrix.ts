/** docs/access-matrix.md: every endpoint in every situation. */

import { decide, type RequestFacts, type UserFacts } from '@gatehouse/access';
import { accessRuleName, describeEndpoints, type Endpoint, wholeContract } from '@gatehouse/contract';

const session = { id: '', created_at: new Date(0), expires_at: new Date(0) };

function user(
  talent: UserFacts['talent_access']['state'] = 'none',
  membership?: readonly ['owner' | 'member', 'active' | 'revoked', 'active' | 'disabled'],
  authentication_is_fresh = true,
): RequestFacts {
  const org_membership =
    membership === undefined
      ? null
      : {
          id: '',
          role: membership[0],
          status: membership[1],
          org_company: { id: '', name: '', condition: membership[2] },
        };
  const identities_user = { id: '', name: '', email: '' };
  return {
    user: {
      session,
      authentication_is_fresh,
      identities_user,
      talent_access: { state: talent },
      deletion_due_at: null,
      org_membership,
    },
    admin: null,
  };
}

function admin(role: 'viewer' | 'operator', second_factor_is_fresh = true): RequestFacts {
  const identities_admin = { id: '', name: '', email: '', role };
  return { user: null, admin: { session, second_factor_is_fresh, identities_admin } };
}

const SITUATIONS: readonly (readonly [string, RequestFacts])[] = [
  ['no session', { user: null, admin: null }],
  ['user', user()],
  ['talent pending', user('pending')],
  ['talent active', user('active')],
  ['talent suspended', user('suspended')],
  ['member', user('none', ['member', 'active', 'active'])],
  ['owner', user('none', ['owner', 'active', 'active'])],
  ['membership revoked', user('none', ['owner', 'revoked', 'active'])],
  ['company disabled', user('none', ['owner', 'active', 'disabled'])],
  ['owner, signed in 10 minutes ago', user('none', ['owner', 'active', 'active'], false)],
  ['admin viewer', admin('viewer')],
  ['admin operator', admin('operator')],
  ['admin operator, second factor 15 minutes old', admin('operator', false)],
];

/** The host of each identity system. */
const HOSTS = { user: 'public', admin: 'team' } as const;

/**
 * Whether a write by staff requires a second factor of the last 15 minutes, and whether an endpoint of users requires an
 * authentication of the last 10; empty for other endpoints.
 */
function freshness({ method, rule }: Endpoint): string {
  if (rule.kind === 'user' || rule.kind === 'employer')
    return rule.fresh_authentication ? 'authentication' : '';
  if (rule.kind !== 'admin' || method === 'GET') return '';
  return rule.fresh_second_factor ? 'second factor' : 'not required';
}

/** The document. */
export function renderAccessMatrix(): string {
  const endpoints = describeEndpoints(wholeContract);
  const header = ['endpoint', 'host', 'rule', 'fresh', ...SITUATIONS.map(([name]) => name)];
  const rows = endpoints.map((endpoint) => [
    `${endpoint.method} \`${endpoint.path}\``,
    HOSTS[endpoint.system],
    `\`${accessRuleName(endpoint.rule)}\``,
    freshness(endpoint),
    ...SITUATIONS.map(([, facts]) => {
      const decision = decide(endpoint.rule, facts);
      return decision.allowed ? '✓' : `\`${decision.code}\``;
    }),
  ]);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    '# Access matrix',
    '',
    'Generated from `proto` and the decision itself by `make generate`. ✓: allowed; otherwise the refusal. `session_required` is',
    '401, every other refusal here 403. `host` is the host on which the endpoint exists; on the other one it is 404 `not_found`.',
    'A separate API host, where configured, and the internal addresses serve both (G5). `fresh`: what must be recent, a second',
    'factor of staff (15 minutes) or an authentication of users (10 minutes); every write by staff says whether.',
    '',
    line(header),
    line(header.map(() => '---')),
    ...rows.map(line),
    '',
  ].join('\n');
}
