import {
  type ApiAnswer,
  makeAdmin,
  makeColleague,
  makeJobPost,
  makePerson,
  makeSession,
  type TestSystem,
} from '@gatehouse/testkit';
import { expect } from '@jest/globals';
import { imageOf } from './images.ts';
import { makeEnrolledAdmin } from './staff.ts';
import { passStageDelay } from './stage-delay.ts';

/** Who changes a resource, and what the other one reads of them. */
export interface Editor {
  readonly cookie: string;
  readonly name: string;
}

/** A new resource that two callers may change, and two different changes of it. */
export interface VersionedResource {
  readonly editors: readonly [Editor, Editor];
  /** What a change writes. */
  readonly table: `${string}.${string}`;
  /** A process runs one change at a time: both are of one account, or the endpoint queues them for their company. */
  readonly isQueued?: true;
  /** A change by one of the editors; `ifMatch` null: without the header. */
  readonly change: (editor: 0 | 1, ifMatch: string | null) => Promise<ApiAnswer>;
  /** The version that the editors see now. */
  readonly etag: (editor: 0 | 1) => Promise<string>;
  /** The part of a response that a change by this editor makes. */
  readonly result: (editor: 0 | 1) => object;
}

type Path = `/${string}`;

/** One maker for each endpoint with `if_match` that answers with a version, by its id: an endpoint without one makes the tests of all fail. */
export function versionedResources(
  system: TestSystem,
): Readonly<Record<string, () => Promise<VersionedResource>>> {
  const { database, publicHost, teamHost } = system;
  const active = { role: 'owner', status: 'active' } as const;

  const named = async (table: 'users' | 'admins', id: string, name: string) => {
    await database.query(`update identity.${table} set name = $2 where id = $1`, [id, name]);
  };
  const owners = async () => {
    const one = await makePerson(database, { membership: active });
    const two = await makeColleague(database, one);
    await named('users', one.userId, 'Anna One');
    await named('users', two.userId, 'Bela Two');
    const editors: readonly [Editor, Editor] = [
      { cookie: one.cookie, name: 'Anna One' },
      { cookie: two.cookie, name: 'Bela Two' },
    ];
    return { one, two, editors };
  };
  const staff = async (make = makeAdmin): Promise<readonly [Editor, Editor]> => {
    const [one, two] = await Promise.all([make(database, 'operator'), make(database, 'operator')]);
    await named('admins', one.adminId, 'Staff One');
    await named('admins', two.adminId, 'Staff Two');
    return [
      { cookie: one.cookie, name: 'Staff One' },
      { cookie: two.cookie, name: 'Staff Two' },
    ];
  };
  const enrolledStaff = () => staff(makeEnrolledAdmin);
  const changing =
    (host: typeof publicHost, editors: readonly [Editor, Editor], method: string, path: Path) =>
    (bodies: readonly [object, object] | null): VersionedResource['change'] =>
    (editor, ifMatch) =>
      host.request(`/api${path}`, {
        method,
        cookie: editors[editor].cookie,
        headers: { 'if-match': ifMatch },
        ...(bodies === null ? {} : { body: bodies[editor] }),
      });
  const reading =
    (host: typeof publicHost, { cookie }: Editor, path: Path, find = (body: ApiAnswer['body']) => body) =>
    async (): Promise<string> =>
      find((await host.request(`/api${path}`, { cookie })).body).etag;

  const jobPost = async (cookie: string): Promise<string> => {
    const body = { title: 'Lamp lighter', kind: 'full_time' };
    const made = await publicHost.request('/api/employer/job_posts', { method: 'POST', cookie, body });
    return made.body.id;
  };
  const application = async (
    companyId: string | null,
    { userId }: { userId?: string } = {},
  ): Promise<string> => {
    const applicant = userId ?? (await makePerson(database, { talent: 'active' })).userId;
    const postId = await makeJobPost(database, { companyId, title: 'Lamp lighter' });
    const [row] = await database.query<{ id: string }>(
      'insert into talent.applications (job_post_id, company_id, user_id) values ($1, $2, $3) returning id',
      [postId, companyId, applicant],
    );
    return row?.id ?? '';
  };

  return {
    'JobPostService.UpdateJobPost': async () => {
      const { one, editors } = await owners();
      const path: Path = `/employer/job_posts/${await jobPost(one.cookie)}`;
      const terms = {
        pay: { minimum: 1200.5, currency: 'EUR', period: 'month' },
        seniority: 'senior',
        languages: ['pt', 'en'],
        expires_on: '2999-12-31',
      };
      const questions = { items: [{ text: 'Why?', kind: 'short_text', is_required: true }] };
      const bodies = [
        { title: 'By one', terms, questions, country_code: 'PT' },
        { description: 'By two', location: 'Porto' },
      ] as const;
      return {
        editors,
        table: 'employer.job_posts',
        isQueued: true,
        change: changing(publicHost, editors, 'PATCH', path)(bodies),
        etag: reading(publicHost, editors[0], path),
        result: (editor) => bodies[editor],
      };
    },
    'CompanyService.UpdateCurrentCompany': async () => {
      const { editors } = await owners();
      const path: Path = '/employer/companies/current';
      const bodies = [{ about: 'By one' }, { about: 'By two' }] as const;
      return {
        editors,
        table: 'employer.companies',
        change: changing(publicHost, editors, 'PATCH', path)(bodies),
        etag: reading(publicHost, editors[0], path),
        result: (editor) => bodies[editor],
      };
    },
    'CompanyLogoService.UpdateCurrentCompanyLogo': async () => {
      const { editors } = await owners();
      const images = [await imageOf('png', { colour: '#111' }), await imageOf('png', { colour: '#eee' })];
      return {
        editors,
        table: 'employer.company_logos',
        change: (editor, ifMatch) =>
          publicHost.request('/api/employer/companies/current/logo', {
            method: 'PUT',
            cookie: editors[editor].cookie,
            rawBody: images[editor] ?? '',
            headers: { 'if-match': ifMatch, 'content-type': 'application/octet-stream' },
          }),
        etag: reading(publicHost, editors[0], '/employer/companies/current', ({ logo }) => logo),
        result: () => ({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) }),
      };
    },
    'CompanyLogoService.DeleteCurrentCompanyLogo': async () => {
      const { one, editors } = await owners();
      await database.query("select employer.set_company_logo($1, '\\x00')", [one.companyId]);
      const path: Path = '/employer/companies/current';
      return {
        editors,
        table: 'employer.company_logos',
        change: changing(publicHost, editors, 'DELETE', `${path}/logo`)(null),
        etag: reading(publicHost, editors[0], path, ({ logo }) => logo),
        result: () => ({}),
      };
    },
    'OrgMembershipService.UpdateOrgMembership': async () => {
      const { one, editors } = await owners();
      const third = await makeColleague(database, one);
      const path: Path = `/employer/org_memberships/${third.membershipId}`;
      const bodies = [{ role: 'member' }, { status: 'revoked' }] as const;
      return {
        editors,
        table: 'employer.org_memberships',
        change: changing(publicHost, editors, 'PATCH', path)(bodies),
        etag: reading(publicHost, editors[0], '/employer/org_memberships', ({ items }) =>
          items.find(({ id }: { id: string }) => id === third.membershipId),
        ),
        result: (editor) => bodies[editor],
      };
    },
    'ApplicationService.UpdateApplication': async () => {
      const { one, editors } = await owners();
      const path: Path = `/employer/applications/${await application(one.companyId)}`;
      const bodies = [{ stage: 'interview' }, { stage: 'rejected' }] as const;
      return {
        editors,
        table: 'talent.applications',
        change: changing(publicHost, editors, 'PATCH', path)(bodies),
        etag: reading(publicHost, editors[0], path),
        result: (editor) => bodies[editor],
      };
    },
    // One undoes the change to an interview; the other one moves on to an offer.
    'ApplicationService.DeleteApplicationStageChange': async () => {
      const { one, editors } = await owners();
      const path: Path = `/employer/applications/${await application(one.companyId)}`;
      const move = changing(publicHost, editors, 'PATCH', path);
      await move([{ stage: 'interview' }, {}])(0, '*');
      const undo = changing(publicHost, editors, 'DELETE', `${path}/stage_change`)(null);
      const offer = move([{}, { stage: 'offer' }]);
      return {
        editors,
        table: 'talent.applications',
        change: (editor, ifMatch) => (editor === 0 ? undo(0, ifMatch) : offer(1, ifMatch)),
        etag: reading(publicHost, editors[0], path),
        result: (editor) => ({ stage: editor === 0 ? 'submitted' : 'offer' }),
      };
    },
    // The same member in two browsers.
    'ApplicationNoteService.UpdateApplicationNote': async () => {
      const { one, editors } = await owners();
      const second = await makeSession(database, 'user', one.userId);
      const path: Path = `/employer/applications/${await application(one.companyId)}/notes`;
      const add = changing(publicHost, editors, 'POST', path);
      const { body: note } = await add([{ text: 'First' }, {}])(0, null);
      const both: readonly [Editor, Editor] = [editors[0], { cookie: second.cookie, name: editors[0].name }];
      const bodies = [{ text: 'By one' }, { text: 'By two' }] as const;
      return {
        editors: both,
        table: 'employer.application_notes',
        isQueued: true,
        change: changing(publicHost, both, 'PATCH', `/employer/application_notes/${note.id}`)(bodies),
        etag: reading(publicHost, both[0], path, ({ items: [first] }) => first),
        result: (editor) => bodies[editor],
      };
    },
    'MessageTemplateService.UpdateMessageTemplate': async () => {
      const { editors } = await owners();
      const add = changing(publicHost, editors, 'POST', '/employer/message_templates');
      const { body: template } = await add([{ name: 'First', text: 'x' }, {}])(0, null);
      const bodies = [
        { name: 'By one', text: 'x' },
        { name: 'First', text: 'By two' },
      ] as const;
      return {
        editors,
        table: 'employer.message_templates',
        change: changing(publicHost, editors, 'PATCH', `/employer/message_templates/${template.id}`)(bodies),
        etag: reading(publicHost, editors[0], '/employer/message_templates', ({ items: [first] }) => first),
        result: (editor) => bodies[editor],
      };
    },
    'ApplicationEvaluationService.UpdateApplicationAssignment': async () => {
      const { one, editors } = await owners();
      const third = await makeColleague(database, one);
      const path: Path = `/employer/applications/${await application(one.companyId)}`;
      const bodies = [{ assignee: 'me' }, { assignee: third.membershipId ?? '' }] as const;
      const ids = [one.membershipId, third.membershipId] as const;
      return {
        editors,
        table: 'employer.application_assignments',
        change: changing(publicHost, editors, 'PUT', `${path}/assignment`)(bodies),
        etag: reading(publicHost, editors[0], path, ({ assignment }) => assignment),
        result: (editor) => ({ membership_id: ids[editor] }),
      };
    },
    // The applicant answers; the company ends the offer and makes another one. An applicant learns no member's name.
    'TalentApplicationService.UpdateOfferAnswer': async () => {
      const company = await makePerson(database, { membership: active });
      const applicant = await makePerson(database, { talent: 'active' });
      await named('users', applicant.userId, 'Anna One');
      await database.query("update employer.companies set name = 'Company Two' where id = $1", [
        company.companyId,
      ]);
      const editors: readonly [Editor, Editor] = [
        { cookie: applicant.cookie, name: 'Anna One' },
        { cookie: company.cookie, name: 'Company Two' },
      ];
      const id = await application(company.companyId, applicant);
      const path: Path = `/employer/applications/${id}`;
      const move = changing(publicHost, editors, 'PATCH', path);
      const offer = async () => {
        const made = await move([{}, { stage: 'offer' }])(1, '*');
        await passStageDelay(database, id);
        return made;
      };
      await offer();
      const body = { answer: 'declined', message: 'No, thank you.' };
      const answer = changing(publicHost, editors, 'PUT', `/talent/applications/${id}/offer_answer`);
      // Each side's version is that of what it sees.
      const read = [
        reading(publicHost, editors[0], `/talent/applications/${id}`, ({ application }) => application),
        reading(publicHost, editors[1], path),
      ] as const;
      return {
        editors,
        table: 'talent.applications',
        change: async (editor, ifMatch) => {
          if (editor === 0) return answer([body, {}])(0, ifMatch);
          const ended = await move([{}, { stage: 'in_review' }])(1, ifMatch);
          return ended.status === 200 ? offer() : ended;
        },
        etag: (editor) => read[editor](),
        result: (editor) => (editor === 0 ? { id, offer_answer: 'declined' } : { id }),
      };
    },
    // The same user in two browsers.
    'ProfileService.UpdateCurrentProfile': async () => {
      const person = await makePerson(database, { talent: 'active' });
      await named('users', person.userId, 'Anna One');
      const second = await makeSession(database, 'user', person.userId);
      const editors: readonly [Editor, Editor] = [
        { cookie: person.cookie, name: 'Anna One' },
        { cookie: second.cookie, name: 'Anna One' },
      ];
      const path: Path = '/talent/profiles/current';
      const career = {
        positions: [
          { key: 1, employer_name: 'Lamps', title: 'Lighter', from_month: '2020-01', to_month: '' },
        ],
        education: [],
      };
      const links = ['https://example.com/one'];
      const bodies = [
        { headline: 'By one', links, career },
        { summary: 'By two', skills: ['Lamps'] },
      ] as const;
      return {
        editors,
        table: 'talent.profiles',
        isQueued: true,
        change: changing(publicHost, editors, 'PUT', path)(bodies),
        etag: reading(publicHost, editors[0], path),
        result: (editor) => bodies[editor],
      };
    },
    // The same user in two browsers.
    'NotificationSettingsService.UpdateNotificationSettings': async () => {
      const person = await makePerson(database);
      await named('users', person.userId, 'Anna One');
      const second = await makeSession(database, 'user', person.userId);
      const editors: readonly [Editor, Editor] = [
        { cookie: person.cookie, name: 'Anna One' },
        { cookie: second.cookie, name: 'Anna One' },
      ];
      const path: Path = '/identities/users/current/notification_settings';
      const choices = {
        application_received: 'daily',
        application_moved: 'at_once',
        invitation_received: 'at_once',
        role_changed: 'daily',
        job_post_closed: 'daily',
      };
      const bodies = [
        { ...choices, role_changed: 'never' },
        { ...choices, job_post_closed: 'never' },
      ] as const;
      return {
        editors,
        table: 'identity.notification_settings',
        isQueued: true,
        change: changing(publicHost, editors, 'PUT', path)(bodies),
        etag: reading(publicHost, editors[0], path),
        result: (editor) => bodies[editor],
      };
    },
    'AdministrationService.UpdateTalentAccess': async () => {
      const editors = await staff();
      const { userId } = await makePerson(database, { talent: 'pending' });
      const path: Path = `/identities/admin/users/${userId}`;
      const bodies = [
        { state: 'active', reason: 'x' },
        { state: 'suspended', reason: 'x' },
      ] as const;
      return {
        editors,
        table: 'identity.users',
        change: changing(teamHost, editors, 'PUT', `${path}/talent_access`)(bodies),
        etag: reading(teamHost, editors[0], path),
        result: (editor) => ({ talent_access: { state: bodies[editor].state } }),
      };
    },
    'AdministrationService.UpdateCompanyCondition': async () => {
      const editors = await staff();
      const { companyId } = await makePerson(database, { membership: active });
      const path: Path = `/identities/admin/companies/${companyId}`;
      const bodies = [
        { condition: 'disabled', reason: 'x' },
        { condition: 'disabled', reason: 'x' },
      ] as const;
      return {
        editors,
        table: 'employer.companies',
        change: changing(teamHost, editors, 'PUT', `${path}/condition`)(bodies),
        etag: reading(teamHost, editors[0], path, ({ company }) => company),
        result: () => ({ condition: 'disabled' }),
      };
    },
    'ModerationService.UpdateCompanyReview': async () => {
      const editors = await staff();
      const { companyId } = await makePerson(database, { membership: active });
      await database.query("update employer.companies set review_state = 'pending' where id = $1", [
        companyId,
      ]);
      const path: Path = `/identities/admin/companies/${companyId}/review`;
      const bodies = [
        { state: 'refused', reason: 'x' },
        { state: 'refused', reason: 'x' },
      ] as const;
      return {
        editors,
        table: 'employer.companies',
        change: changing(teamHost, editors, 'PUT', path)(bodies),
        etag: reading(teamHost, editors[0], path),
        result: () => ({ state: 'refused' }),
      };
    },
    'ModerationService.UpdateJobPostVisibility': async () => {
      const editors = await staff();
      const { companyId } = await makePerson(database, { membership: active });
      const postId = await makeJobPost(database, { companyId, title: 'Lamp lighter' });
      const path: Path = `/identities/admin/job_posts/${postId}`;
      const bodies = [
        { visibility: 'hidden', reason: 'x', owner_reason: 'x' },
        { visibility: 'hidden', reason: 'x', owner_reason: 'x' },
      ] as const;
      return {
        editors,
        table: 'employer.job_posts',
        change: changing(teamHost, editors, 'PUT', `${path}/visibility`)(bodies),
        etag: reading(teamHost, editors[0], path, ({ job_post }) => job_post),
        result: () => ({ visibility: 'hidden' }),
      };
    },
    'StaffAccountService.UpdateStaffRole': async () => {
      const editors = await enrolledStaff();
      const { adminId } = await makeEnrolledAdmin(database);
      const path: Path = `/identities/admin/staff_accounts/${adminId}`;
      const bodies = [
        { role: 'viewer', reason: 'x' },
        { role: 'viewer', reason: 'x' },
      ] as const;
      return {
        editors,
        table: 'identity.admins',
        change: changing(teamHost, editors, 'PUT', `${path}/role`)(bodies),
        etag: reading(teamHost, editors[0], path),
        result: () => ({ role: 'viewer' }),
      };
    },
    'StaffAccountService.UpdateStaffCondition': async () => {
      const editors = await enrolledStaff();
      const { adminId } = await makeEnrolledAdmin(database, 'viewer');
      const path: Path = `/identities/admin/staff_accounts/${adminId}`;
      const bodies = [
        { condition: 'disabled', reason: 'x' },
        { condition: 'disabled', reason: 'x' },
      ] as const;
      return {
        editors,
        table: 'identity.admins',
        change: changing(teamHost, editors, 'PUT', `${path}/condition`)(bodies),
        etag: reading(teamHost, editors[0], path),
        result: () => ({ condition: 'disabled' }),
      };
    },
    'AdministrationService.UpdateOrgMembershipStatus': async () => {
      const editors = await staff();
      const { membershipId, companyId } = await makePerson(database, { membership: active });
      const path: Path = `/identities/admin/org_memberships/${membershipId}/status`;
      const bodies = [
        { status: 'revoked', reason: 'x' },
        { status: 'revoked', reason: 'x' },
      ] as const;
      return {
        editors,
        table: 'employer.org_memberships',
        change: changing(teamHost, editors, 'PUT', path)(bodies),
        etag: reading(
          teamHost,
          editors[0],
          `/identities/admin/companies/${companyId}`,
          ({ members: [first] }) => first,
        ),
        result: () => ({ status: 'revoked', revoked_by: 'staff' }),
      };
    },
  };
}
