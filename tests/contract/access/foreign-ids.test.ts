import { describeEndpoints, wholeContract } from '@gatehouse/contract';
import {
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';

/** Every endpoint of people that takes an id; one that is declared tomorrow is tried tomorrow. */
const endpoints = describeEndpoints(wholeContract).filter(
  ({ pathFields, rule }) => pathFields.length > 0 && rule.kind !== 'admin' && rule.kind !== 'public',
);

/** Ids that name no row of a user. */
const OTHER_IDS: ReadonlySet<string> = new Set([
  // An authenticator's own name of a passkey, which it proves.
  'passkey.credential_id',
  // Of what is public; a few in an hour: `staff/abuse-reports` tries others.
  'subject_id',
]);

/** Each field besides the path that takes ids; that of the items of a list is `items.id`. */
const fields = describeEndpoints(wholeContract).flatMap(({ rule, method, path, pathFields, input }) =>
  rule.kind === 'admin' || rule.kind === 'public'
    ? []
    : input.fields
        .flatMap(({ name, message }) => [name, ...(message?.fields ?? []).map((of) => `${name}.${of.name}`)])
        .filter(
          (field) => /(^|[_.])ids?$/.test(field) && !pathFields.includes(field) && !OTHER_IDS.has(field),
        )
        .map((field) => [`${method} ${path}`, method, path, field] as const),
);

const SOME_ID = '00000000-0000-7000-8000-000000000000';

/** A body that its owner could send. */
const BODIES: Readonly<Record<string, object>> = {
  'PATCH /employer/job_posts/{id}': { title: 'Taken over', state: 'closed' },
  'PATCH /employer/org_memberships/{id}': { status: 'revoked' },
  'PATCH /employer/applications/{id}': { stage: 'rejected' },
  'POST /employer/applications/{application_id}/notes': { text: 'x' },
  'PATCH /employer/application_notes/{id}': { text: 'Taken over' },
  'POST /employer/applications/{application_id}/messages': { text: 'x' },
  'PUT /employer/applications/{application_id}/messages/read': { newest_id: SOME_ID },
  'POST /employer/applications/{application_id}/interviews': {
    starts: [new Date(Date.now() + 86_400_000).toISOString()],
    time_zone: 'UTC',
    duration_minutes: 30,
    place: 'x',
  },
  'PUT /talent/interviews/{id}/answer': { accepted_start: '', message: 'x' },
  'PATCH /employer/message_templates/{id}': { name: 'Taken over', text: 'x' },
  'POST /talent/applications/{application_id}/messages': { text: 'x' },
  'PUT /talent/applications/{application_id}/messages/read': { newest_id: SOME_ID },
  'PUT /employer/applications/{application_id}/rating': { value: 'no' },
  'PUT /employer/applications/{application_id}/assignment': { assignee: 'me' },
  'PUT /talent/applications/{id}/offer_answer': { answer: 'accepted' },
  'POST /talent/job_posts/{job_post_id}/applications': { message: 'x', with_cv: false },
  'PATCH /talent/saved_searches/{id}': { frequency: 'none' },
  'PATCH /identities/passkeys/{id}': { name: 'Taken over' },
};

/** What must be in the query of a read. */
const QUERIES: Readonly<Record<string, string>> = {
  'GET /employer/message_templates/{id}/rendered': `?application_id=${SOME_ID}`,
};

/** Every user may read published posts; the attack on them is to apply. */
const OPEN = new Set([
  'POST /talent/job_posts/{job_post_id}/applications job_post',
  'PUT /talent/saved_job_posts/{job_post_id} job_post',
]);

/** It removes from the caller's own list alone, whatever the id is of. */
const ALWAYS_DONE = 'DELETE /talent/saved_job_posts/{job_post_id}';

/** What else must be in a body whose field has an id. */
const AROUND: Readonly<Record<string, object>> = {
  'POST /employer/application_moves': { stage: 'interview', message: '' },
};

/** What answers as it does for an id of nothing: with none of its rows, or with the caller's own alone. */
const ANSWERED: Readonly<Record<string, readonly number[]>> = {
  // The last owner's is refused.
  'POST /identities/users/current/deletion': [201, 409],
  'PUT /identities/users/current/notifications/read': [204],
  'GET /employer/applications': [200],
  'GET /employer/application_board': [200],
  'POST /employer/application_exports': [200],
  'GET /employer/applications/{id}/adjacent': [200],
  'GET /talent/applications': [200],
  'GET /talent/saved_job_posts/among': [200],
};

/** Their answers are the same for an id of the caller's own: they say nothing of it, or have one row alone to choose from. */
const SAME_FOR_OWN = new Set([
  'GET /employer/applications/{id}/adjacent',
  'PUT /identities/users/current/notifications/read',
]);

/** Before any id is looked up. */
const REFUSED_BY_RULE = new Set(['org_membership_required', 'org_role_required']);

let system: TestSystem;
let theirs: Readonly<Record<string, string>>;
let intruders: Readonly<Record<string, TestPerson>>;
/** Of each intruder, as a member of a company and as an applicant. */
let own: Readonly<Record<string, Readonly<Record<'employer' | 'talent', Readonly<Record<string, string>>>>>>;
let before: string;
let tried = 0;

beforeAll(async () => {
  system = await startTestSystem();
  const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  theirs = await makeRows(owner, await makePerson(system.database, { talent: 'active' }), 'theirs');
  const [other, member, talent] = [
    await makePerson(system.database, {
      membership: { role: 'owner', status: 'active' },
      talent: 'active',
    }),
    await makePerson(system.database, {
      membership: { role: 'member', status: 'active' },
      talent: 'active',
    }),
    await makePerson(system.database, { talent: 'active' }),
  ];
  // What they have themselves is no way to that of others.
  const ofOne = await makeRows(other, member, 'of-one');
  const ofAnother = await makeRows(member, other, 'of-another');
  const ofThird = await makeRows(other, talent, 'of-a-third');
  intruders = {
    'an owner of another company': other,
    'a member of another company': member,
    'another talent': talent,
  };
  own = {
    'an owner of another company': { employer: ofOne, talent: ofAnother },
    'a member of another company': { employer: ofAnother, talent: ofOne },
    'another talent': { employer: ofThird, talent: ofThird },
  };
  before = await snapshot();
});

/** One row of each kind of a company and an applicant, with this text. @returns their ids, by kind. */
async function makeRows(
  owner: TestPerson,
  talent: TestPerson,
  text: string,
): Promise<Readonly<Record<string, string>>> {
  const post = await makeJobPost(system.database, { companyId: owner.companyId, title: text });
  const [application] = await system.database.query<{ id: string; cv_id: string }>(
    `with cv as (insert into talent.cvs (user_id, name, size, uploaded_at, is_current)
                 values ($3, $4::text || '.pdf', length($4::text), now(), true) returning id),
          chunk as (insert into talent.cv_chunks (cv_id, position, bytes) select id, 0, convert_to($4::text, 'utf8') from cv)
     insert into talent.applications (job_post_id, company_id, user_id, message, cv_id)
     select $1, $2, $3, $4::text, id from cv returning id, cv_id`,
    [post, owner.companyId, talent.userId, text],
  );
  const [note] = await system.database.query<{ id: string }>(
    'insert into employer.application_notes (application_id, author_id, text) values ($1, $2, $3) returning id',
    [application?.id, owner.userId, text],
  );
  const [message, reply] = await system.database.query<{ id: string }>(
    `insert into talent.messages (application_id, side, author_id, text, sent_at, delivered_at)
     select $1, m.side, m.author_id, $4, now() - interval '1 hour', now() - interval '1 hour'
       from (values ('company', $2::uuid), ('applicant', $3::uuid)) m (side, author_id) returning id`,
    [application?.id, owner.userId, talent.userId, text],
  );
  await system.database.query(
    `with rating as (insert into employer.application_ratings (application_id, company_id, rater_id, value) values ($1, $2, $3, 3)),
          assignment as (insert into employer.application_assignments (application_id, membership_id) values ($1, $4))
     insert into talent.message_reads (application_id, side, read_until)
     select $1, side, now() - interval '1 day' from unnest(array['company', 'applicant']) as s (side)`,
    [application?.id, owner.companyId, owner.userId, owner.membershipId],
  );
  const [template] = await system.database.query<{ id: string }>(
    `insert into employer.message_templates (company_id, name, text, changed_by)
     values ($1, $3, $3, $2) returning id`,
    [owner.companyId, owner.userId, text],
  );
  const [interview] = await system.database.query<{ id: string }>(
    `insert into talent.interviews (application_id, proposed_by, starts, time_zone, duration_minutes, place, note)
     values ($1, $2, array[now() + interval '1 day'], 'UTC', 30, $3, $3) returning id`,
    [application?.id, owner.userId, text],
  );
  const [invitation] = await system.database.query<{ id: string }>(
    `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at)
     values ($1, $3::text || '@made.test', 'owner', sha256(convert_to($3::text, 'utf8')), $2, now() + interval '1 day') returning id`,
    [owner.companyId, owner.userId, text],
  );
  const [passkey] = await system.database.query<{ id: string }>(
    `insert into identity.user_passkeys
       (user_id, credential_id, public_key, counter, is_backup_eligible, is_backed_up, transports, name)
     values ($1, convert_to($2::text, 'utf8'), '\\x00', 0, false, false, '{}', $2::text) returning id`,
    [talent.userId, text],
  );
  const [notification] = await system.database.query<{ id: string }>(
    `insert into identity.notifications (id, user_id, kind, subject_id, value, at)
     values (uuidv7(), $1, 'access_decided', $1, $2, now()) returning id`,
    [talent.userId, text],
  );
  const [saved] = await system.database.query<{ id: string }>(
    'insert into talent.saved_job_posts (user_id, job_post_id) values ($1, $2) returning id',
    [talent.userId, post],
  );
  const [search] = await system.database.query<{ id: string }>(
    `insert into talent.saved_searches (user_id, search, frequency, next_mail_at)
     values ($1, jsonb_build_object('query', $2::text, 'location', ''), 'daily', 'infinity') returning id`,
    [talent.userId, text],
  );
  return {
    saved_search: search?.id ?? '',
    saved_job_post: saved?.id ?? '',
    job_post: post,
    application: application?.id ?? '',
    application_note: note?.id ?? '',
    cv: application?.cv_id ?? '',
    message: message?.id ?? '',
    reply: reply?.id ?? '',
    interview: interview?.id ?? '',
    message_template: template?.id ?? '',
    invitation: invitation?.id ?? '',
    org_membership: owner.membershipId ?? '',
    company: owner.companyId ?? '',
    user: talent.userId,
    user_session: talent.sessionId,
    passkey: passkey?.id ?? '',
    notification: notification?.id ?? '',
  };
}

afterAll(async () => {
  recordFinding('Ids of others', {
    tried: 'every id of one company and person at every endpoint of another',
    counted: {
      endpoints: endpoints.length,
      requests: tried,
      'fields besides the path': fields.length,
      'answers other than for an id of nothing': 0,
      'rows changed': 0,
    },
  });
  await system.stop();
});

/** All that could be changed of theirs. */
async function snapshot(): Promise<string> {
  const of = async (table: string, id: string, column = 'id') =>
    system.database.query(
      `select to_jsonb(t) - 'last_seen_at' - 'idle_expires_at' as row from ${table} t where ${column} = $1 order by to_jsonb(t)::text`,
      [id],
    );
  return JSON.stringify(
    await Promise.all([
      of('employer.job_posts', theirs['job_post'] ?? ''),
      of('talent.applications', theirs['application'] ?? ''),
      of('employer.application_notes', theirs['application_note'] ?? ''),
      of('employer.message_templates', theirs['message_template'] ?? ''),
      of('talent.interviews', theirs['interview'] ?? ''),
      of('employer.companies', theirs['company'] ?? ''),
      of('employer.application_ratings', theirs['application'] ?? '', 'application_id'),
      of('employer.application_assignments', theirs['application'] ?? '', 'application_id'),
      of('talent.messages', theirs['application'] ?? '', 'application_id'),
      of('talent.message_reads', theirs['application'] ?? '', 'application_id'),
      of('talent.cvs', theirs['user'] ?? '', 'user_id'),
      of('talent.cv_chunks', theirs['cv'] ?? '', 'cv_id'),
      of('employer.invitations', theirs['invitation'] ?? ''),
      of('employer.org_memberships', theirs['org_membership'] ?? ''),
      of('identity.user_sessions', theirs['user_session'] ?? ''),
      of('identity.user_passkeys', theirs['passkey'] ?? ''),
      of('identity.notifications', theirs['notification'] ?? ''),
      of('talent.saved_searches', theirs['saved_search'] ?? ''),
      of('talent.saved_job_posts', theirs['saved_job_post'] ?? ''),
    ]),
  );
}

describe('ids of others', () => {
  test('there are endpoints to try', () => {
    expect(endpoints.length).toBeGreaterThanOrEqual(9);
    expect(fields.length).toBeGreaterThanOrEqual(13);
  });

  test.each(endpoints.map(({ method, path }) => [`${method} ${path}`, method, path] as const))(
    'B1: %s gives and changes nothing of another company or person, whatever the id is of',
    async (name, method, path) => {
      for (const [who, { cookie }] of Object.entries(intruders)) {
        for (const [what, id] of Object.entries(theirs)) {
          if (OPEN.has(`${name} ${what}`)) continue;
          const body = BODIES[name];
          const target = `${path.replace(/\{[a-z_]+\}/, id)}${QUERIES[name] ?? ''}`;
          const answer = await system.publicHost.request(`/api${target}`, { method, cookie, body });
          const expected = name === ALWAYS_DONE ? 204 : REFUSED_BY_RULE.has(answer.body?.code) ? 403 : 404;
          expect([who, what, answer.status]).toEqual([who, what, expected]);
          expect(answer.text).not.toMatch(/theirs/i);
          tried += 1;
        }
      }
      expect(await snapshot()).toBe(before);
    },
  );

  /** With this id in the field, among the caller's own ids. @returns the status and the content, without what names the request. */
  async function tryField(who: string, [name, method, path, field]: (typeof fields)[number], id: string) {
    const of = path.includes('/message_templates/') ? 'message_template' : 'application';
    const ownId = own[who]?.[path.startsWith('/employer') ? 'employer' : 'talent'][of] ?? '';
    const at = `/api${path.replace(/\{[a-z_]+\}/, ownId)}`;
    const [first = '', inner] = field.split('.');
    const value = inner === undefined ? id : [{ [inner]: id, etag: '"1"' }];
    const { status, text, body } = await system.publicHost.request(
      method === 'GET' ? `${at}?${first}=${id}` : at,
      {
        method,
        cookie: intruders[who]?.cookie ?? '',
        ...(method === 'GET' ? {} : { body: { ...AROUND[name], [first]: value } }),
      },
    );
    tried += 1;
    return { status, code: body?.code, text: text.replaceAll(id, '').replace(/"trace_id":"[0-9a-f]*"/, '') };
  }

  test.each(fields)(
    'B1: %s gives and changes nothing of others for an id in its field',
    async (...tryable) => {
      const [name] = tryable;
      const differs = [];
      for (const who of Object.keys(intruders)) {
        const nothing = await tryField(who, tryable, SOME_ID);
        expect(REFUSED_BY_RULE.has(nothing.code) ? [403] : (ANSWERED[name] ?? [404])).toContain(
          nothing.status,
        );
        for (const [what, id] of Object.entries(theirs)) {
          if (OPEN.has(`${name} ${what}`)) continue;
          expect([who, what, await tryField(who, tryable, id)]).toEqual([who, what, nothing]);
        }
        for (const id of Object.values(own[who] ?? {}).flatMap(Object.values<string>)) {
          if (JSON.stringify(await tryField(who, tryable, id)) !== JSON.stringify(nothing)) differs.push(id);
        }
      }
      // With an id of their own it does something: the request is one that could have harmed.
      expect(differs.length > 0).toBe(!SAME_FOR_OWN.has(name));
      expect(await snapshot()).toBe(before);
    },
  );
});
