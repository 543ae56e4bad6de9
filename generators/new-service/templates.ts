/** The files of a new API service by their paths. The first endpoint is a start: the team replaces it. */
export function filesOf({
  name,
  version,
  migration,
}: {
  name: string;
  /** Of every workspace. */
  version: string;
  /** The number of the migration: `0018`. */
  migration: string;
}): Readonly<Record<string, string>> {
  const Name = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return {
    [`services/${name}/package.json`]: `{
  "name": "@gatehouse/${name}",
  "private": true,
  "version": "${version}",
  "type": "module",
  "dependencies": {
    "@gatehouse/boundary": "*",
    "@gatehouse/contract": "*",
    "@gatehouse/runtime": "*"
  },
  "scripts": {
    "start": "node src/main.ts"
  }
}
`,
    [`services/${name}/src/main.ts`]: `import { startService } from '@gatehouse/boundary';
import { contracts } from '@gatehouse/contract';
import { parseConfiguration, runUntilSignal } from '@gatehouse/runtime';
import { ${name}Configuration } from './configuration.ts';
import { create${Name} } from './${name}.ts';

const configuration = parseConfiguration(process.env, ${name}Configuration);
const service = await startService({
  name: '${name}',
  configuration,
  environment: process.env,
  contract: contracts.${name},
  parts: () => create${Name}(),
});
runUntilSignal(service.log, service.stop);
`,
    [`services/${name}/src/configuration.ts`]: `import { serviceConfiguration } from '@gatehouse/boundary';

/** The environment variables of the ${name} service: those of every service, so far. */
export const ${name}Configuration = { ...serviceConfiguration };
`,
    [`services/${name}/src/${name}.ts`]: `import type { ServiceHandlers } from '@gatehouse/boundary';
import { ${name}OverviewHandlers } from './overviews.ts';

/** The ${name} service's endpoints. */
export function create${Name}(): { handlers: ServiceHandlers<'${name}'> } {
  return { handlers: { ...${name}OverviewHandlers } };
}
`,
    [`services/${name}/src/overviews.ts`]: `import type { HandlersOf } from '@gatehouse/boundary';
import type { ${Name}Overview } from '@gatehouse/contract';

/** The caller's company. */
export const ${name}OverviewHandlers: HandlersOf<'${Name}OverviewService'> = {
  '${Name}OverviewService.GetCurrent${Name}Overview': async ({ org_company }) => present${Name}Overview(org_company),
};

/** Without the company's condition: the access rule has decided by it. */
export function present${Name}Overview({ id, name }: { id: string; name: string }): ${Name}Overview {
  return { company_id: id, company_name: name };
}
`,
    [`services/${name}/src/overviews.test.ts`]: `import { expect, test } from '@jest/globals';
import { present${Name}Overview } from './overviews.ts';

test('the overview names the company and not its condition', () => {
  const company = { id: 'c', name: 'Harbour & Pine', condition: 'active' } as const;
  expect(present${Name}Overview(company)).toEqual({ company_id: 'c', company_name: 'Harbour & Pine' });
});
`,
    [`proto/gatehouse/${name}/v1/${name}_overviews.proto`]: `syntax = "proto3";

package gatehouse.${name}.v1;

import "gatehouse/access/v1/access.proto";
import "google/api/annotations.proto";

// What a company sees first of ${name}.
service ${Name}OverviewService {
  // The overview of the caller's company.
  rpc GetCurrent${Name}Overview(GetCurrent${Name}OverviewRequest) returns (${Name}Overview) {
    option (google.api.http) = {get: "/${name}/overviews/current"};
    option (gatehouse.access.v1.access) = {
      employer: {}
    };
  }
}

message GetCurrent${Name}OverviewRequest {}

message ${Name}Overview {
  string company_id = 1 [json_name = "company_id"];
  string company_name = 2 [json_name = "company_name"];
}
`,
    [`packages/database/migrations/${migration}_${name}_service.sql`]: migrationOf(name),
    [`tests/contract/resources/${name}.test.ts`]: `import { makePerson, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.stop());

test.each(['owner', 'member'] as const)('the %s of a company sees its overview', async (role) => {
  const { cookie, companyId } = await makePerson(system.database, { membership: { role, status: 'active' } });
  const { status, body } = await system.publicHost.request('/api/${name}/overviews/current', { cookie });
  expect(status).toBe(200);
  expect(body).toEqual({ company_id: companyId, company_name: expect.any(String) });
});
`,
  };
}

/** Role and grants: what the boundary needs in every service. The service's own tables come in its next migration. */
function migrationOf(name: string): string {
  const role = `${name}_service`;
  return `-- The ${name} service: its schema, and its role with what the boundary needs.

create schema ${name};

-- The limit: eleven pods (the chart's maximum of ten, and one more during an upgrade) of 18 connections, so that the service
-- cannot take the connections of the others.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = '${role}') then
    create role ${role} nologin connection limit 200;
  end if;
exception
  -- Another database of the same server is being migrated at this moment.
  when duplicate_object or unique_violation then null;
end $$;

do $$ begin
  execute format('grant connect on database %I to ${role}', current_database());
end $$;
grant usage on schema identity, employer, ${name} to ${role};

-- The facts of users, their locks, and the end of the idle time.
grant select (id, token_hash, user_id, created_at, authenticated_at, last_seen_at, expires_at, idle_expires_at, ended_at)
  on identity.user_sessions to ${role};
grant select (id, name, email, talent_access_state, deletion_due_at) on identity.users to ${role};
grant select (id, user_id, company_id, role, status) on employer.org_memberships to ${role};
grant select (id, name, condition) on employer.companies to ${role};
grant execute on function identity.lock_user_access(bytea), identity.touch_user_session(uuid, interval),
  identity.access_lock_key(text, uuid), identity.lock_access(text[], uuid[], boolean[]) to ${role};

-- The audit trail takes inserts and nothing else, but tells who has made the last change of a subject.
grant insert (actor_kind, actor_id, session_id, action, subject_kind, subject_id, reason, change, trace_id)
  on identity.audit_events to ${role};
grant execute on function identity.last_change(uuid, text[]), identity.count_access_decisions(text[], bigint[])
  to ${role};
`;
}
