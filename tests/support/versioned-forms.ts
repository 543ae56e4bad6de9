import { readdir, readFile } from 'node:fs/promises';
import {
  makeColleague,
  makeJobPost,
  makePerson,
  makeSession,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import type { Locator } from 'playwright-core';
import { imageOf } from './images.ts';
import { REPOSITORY_ROOT } from './repository-root.ts';
import { makeEnrolledAdmin } from './staff.ts';
import { passStageDelay } from './stage-delay.ts';

/** A page with a form that changes one version of a resource, and an edit by another user that it does not know of. */
export interface VersionedForm {
  readonly host: 'public' | 'team';
  /** Of the user who has the page open. */
  readonly cookie: string;
  readonly path: string;
  /** On the button that opens the form's dialog; absent: the form is in the page. */
  readonly opener?: RegExp;
  /** What is typed, by label. */
  readonly typed?: Readonly<Record<string, string>>;
  /** Anything else that is entered before the form is sent. */
  readonly enter?: (form: Locator) => Promise<unknown>;
  /** On the button that sends the form. */
  readonly button: RegExp;
  readonly editElsewhere: () => Promise<void>;
  /** What the conflict shows: label, own version, current version. */
  readonly shows: readonly [label: string, yours: string | RegExp, current: string | RegExp];
  /** Of the save that follows the conflict. */
  readonly saveAgain: 200 | 204 | 409;
}

const HOSTS = new URL('services/web/hosts/', REPOSITORY_ROOT);

/** Every form of both hosts that names a version: the name of its intent is written before it. */
export async function findVersionedForms(): Promise<readonly string[]> {
  const files = (await readdir(HOSTS, { recursive: true })).filter((file) => file.endsWith('.tsx'));
  const found: string[] = [];
  for (const file of files.toSorted()) {
    const source = await readFile(new URL(file, HOSTS), 'utf8');
    for (const { index } of source.matchAll(/<EditedVersion\b|name="etag"/g)) {
      const intents = [...source.slice(0, index).matchAll(/intent="(\w+)"|name="intent" value="(\w+)"/g)];
      const intent =
        intents
          .at(-1)
          ?.slice(1)
          .find((name) => name !== undefined) ?? 'no intent';
      const key = `${file.split('/').at(-1)} ${intent}`;
      const before = found.filter((one) => one === key || one.startsWith(`${key} #`)).length;
      found.push(before === 0 ? key : `${key} #${before + 1}`);
    }
  }
  return found;
}

const LONG_TEXT = 'Light the lamps of the quay. '.repeat(6).trim();

/** One maker for each form, by the key that `findVersionedForms` has for it. */
export function versionedForms(system: TestSystem): Readonly<Record<string, () => Promise<VersionedForm>>> {
  const { database, publicHost, teamHost } = system;
  const send =
    (client: typeof publicHost, cookie: string) =>
    async (method: string, path: string, body?: object, ifMatch = '*') => {
      const answer = await client.request(`/api${path}`, {
        method,
        cookie,
        headers: { 'if-match': ifMatch },
        body,
      });
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      return answer.body;
    };
  const named = (table: 'users' | 'admins', id: string, name: string) =>
    database.query(`update identity.${table} set name = $2 where id = $1`, [id, name]);

  async function owners() {
    const one = await makePerson(database, { membership: { role: 'owner', status: 'active' } });
    const two = await makeColleague(database, one);
    await named('users', one.userId, 'Anna One');
    await named('users', two.userId, 'Bela Two');
    return { one, two, other: send(publicHost, two.cookie) };
  }
  const jobPost = ({ companyId }: TestPerson, state: 'draft' | 'published') =>
    makeJobPost(database, {
      companyId,
      title: 'Lamp lighter',
      description: LONG_TEXT,
      location: 'Porto',
      state,
    });
  async function application(company: TestPerson, applicant?: TestPerson): Promise<string> {
    const { userId } = applicant ?? (await makePerson(database, { talent: 'active' }));
    await named('users', userId, 'Ada Applicant');
    const [row] = await database.query<{ id: string }>(
      'insert into talent.applications (job_post_id, company_id, user_id) values ($1, $2, $3) returning id',
      [await jobPost(company, 'published'), company.companyId, userId],
    );
    return row?.id ?? '';
  }
  async function ownSessions(options: Parameters<typeof makePerson>[1]) {
    const person = await makePerson(database, options);
    const second = await makeSession(database, 'user', person.userId);
    return { person, other: send(publicHost, second.cookie) };
  }
  async function staff() {
    const [one, two] = [await makeEnrolledAdmin(database), await makeEnrolledAdmin(database)];
    await named('admins', two.adminId, 'Staff Two');
    return { host: 'team', cookie: one.cookie, other: send(teamHost, two.cookie) } as const;
  }
  const REASON = { Reason: 'As the rules say.' };

  async function editedApplication() {
    const { one, other } = await owners();
    const id = await application(one);
    return {
      id,
      other,
      page: { host: 'public', cookie: one.cookie, path: `/employer/applications/${id}` } as const,
    };
  }
  async function membership() {
    const { one, other } = await owners();
    const third = await makeColleague(database, one, 'member');
    await named('users', third.userId, 'Cora Third');
    const path = `/employer/org_memberships/${third.membershipId}`;
    return { other, path, page: { host: 'public', cookie: one.cookie, path: '/employer/members' } as const };
  }
  /** The template First on the page of templates, which another owner edits. */
  async function template() {
    const { one, other } = await owners();
    const { id } = await other('POST', '/employer/message_templates', { name: 'First', text: 'x' });
    return {
      host: 'public',
      cookie: one.cookie,
      path: '/employer/templates',
      editElsewhere: () =>
        other('PATCH', `/employer/message_templates/${id}`, { name: 'First', text: 'By two' }),
    } as const;
  }

  return {
    'edit.tsx save': async () => {
      const { one, other } = await owners();
      const id = await jobPost(one, 'draft');
      return {
        host: 'public',
        cookie: one.cookie,
        path: `/employer/jobs/${id}/edit`,
        typed: { Title: 'By one' },
        button: /^Save$/,
        editElsewhere: () => other('PATCH', `/employer/job_posts/${id}`, { title: 'By two' }),
        shows: ['Title', 'By one', 'By two'],
        saveAgain: 200,
      };
    },
    // Another version of which nothing that the form changes differs: what it would change is shown.
    'state-change.tsx set_state': async () => {
      const { one, other } = await owners();
      const id = await jobPost(one, 'published');
      return {
        host: 'public',
        cookie: one.cookie,
        path: `/employer/jobs/${id}`,
        opener: /^Close /,
        button: /^Close$/,
        editElsewhere: () => other('PATCH', `/employer/job_posts/${id}`, { title: 'By two' }),
        shows: ['Status', 'Closed', 'Published'],
        saveAgain: 200,
      };
    },
    'state-change.tsx set_state #2': async () => {
      const { one, other } = await owners();
      const id = await jobPost(one, 'draft');
      return {
        host: 'public',
        cookie: one.cookie,
        path: `/employer/jobs/${id}`,
        button: /^Publish /,
        editElsewhere: () => other('PATCH', `/employer/job_posts/${id}`, { title: 'By two' }),
        shows: ['Status', 'Published', 'Draft'],
        saveAgain: 200,
      };
    },
    'post.tsx delete': async () => {
      const { one, other } = await owners();
      const id = await jobPost(one, 'draft');
      return {
        host: 'public',
        cookie: one.cookie,
        path: `/employer/jobs/${id}`,
        opener: /^Delete draft /,
        button: /^Delete draft$/,
        editElsewhere: () =>
          other('PATCH', `/employer/job_posts/${id}`, { title: 'By two', location: 'Lagos' }),
        shows: ['Draft', 'Deleted', `By two\n\nLagos, Full-time\n\n${LONG_TEXT}`],
        saveAgain: 204,
      };
    },
    'company.tsx save': async () => {
      const { one, other } = await owners();
      return {
        host: 'public',
        cookie: one.cookie,
        path: '/employer/company',
        typed: { About: 'By one', Website: 'https://one.test/' },
        button: /^Save$/,
        editElsewhere: () => other('PATCH', '/employer/companies/current', { about: 'By two' }),
        shows: ['About', 'By one', 'By two'],
        saveAgain: 200,
      };
    },
    'logo-card.tsx upload_logo': async () => {
      const { one } = await owners();
      const file = { name: 'mine.png', mimeType: 'image/png', buffer: await imageOf('png') };
      return {
        host: 'public',
        cookie: one.cookie,
        path: '/employer/company',
        enter: (form) => form.getByLabel('Add a logo').setInputFiles(file),
        button: /^Upload$/,
        editElsewhere: async () => {
          await database.query("select employer.set_company_logo($1, '\\x00')", [one.companyId]);
        },
        shows: ['Logo', 'mine.png', /^Image [0-9a-f]{6}$/],
        saveAgain: 200,
      };
    },
    'logo-card.tsx remove_logo': async () => {
      const { one } = await owners();
      await database.query("select employer.set_company_logo($1, '\\x00')", [one.companyId]);
      return {
        host: 'public',
        cookie: one.cookie,
        path: '/employer/company',
        opener: /^Remove logo$/,
        button: /^Remove$/,
        editElsewhere: async () => {
          await database.query("select employer.set_company_logo($1, '\\x01')", [one.companyId]);
        },
        shows: ['Logo', 'No logo', /^Image [0-9a-f]{6}$/],
        saveAgain: 200,
      };
    },
    'membership-change.tsx set_role': async () => {
      const { other, path, page } = await membership();
      return {
        ...page,
        opener: /^Make owner Cora/,
        button: /^Make owner$/,
        editElsewhere: () => other('PATCH', path, { status: 'revoked' }),
        shows: ['Access', 'Active', 'Revoked'],
        saveAgain: 200,
      };
    },
    'membership-change.tsx set_status': async () => {
      const { other, path, page } = await membership();
      return {
        ...page,
        opener: /^Revoke access Cora/,
        button: /^Revoke access$/,
        editElsewhere: () => other('PATCH', path, { role: 'owner' }),
        shows: ['Role', 'Member', 'Owner'],
        saveAgain: 200,
      };
    },
    'templates.tsx edit': async () => ({
      ...(await template()),
      opener: /^Edit template First/,
      typed: { Text: 'By one' },
      button: /^Save$/,
      shows: ['Text', 'By one', 'By two'],
      saveAgain: 200,
    }),
    'templates.tsx remove': async () => ({
      ...(await template()),
      opener: /^Delete template First/,
      button: /^Delete$/,
      shows: ['Template', 'Deleted', 'First\n\nBy two'],
      saveAgain: 204,
    }),
    // Notes are changed by their authors alone: the same member in two browsers.
    'notes.tsx edit_note': async () => {
      const { one } = await owners();
      const id = await application(one);
      const other = send(publicHost, (await makeSession(database, 'user', one.userId)).cookie);
      const note = await other('POST', `/employer/applications/${id}/notes`, { text: 'First' });
      return {
        host: 'public',
        cookie: one.cookie,
        path: `/employer/applications/${id}`,
        opener: /^Edit note/,
        typed: { Note: 'By one' },
        button: /^Save$/,
        editElsewhere: () => other('PATCH', `/employer/application_notes/${note.id}`, { text: 'By two' }),
        shows: ['Note', 'By one', 'By two'],
        saveAgain: 200,
      };
    },
    'move-dialog.tsx no intent': async () => {
      const { id, other, page } = await editedApplication();
      return {
        ...page,
        opener: /^Make offer /,
        typed: { 'Your message (optional)': 'Welcome aboard.' },
        button: /^Make offer$/,
        editElsewhere: () => other('PATCH', `/employer/applications/${id}`, { stage: 'interview' }),
        shows: ['Stage', 'Offer', 'Interview'],
        saveAgain: 200,
      };
    },
    'stages.tsx move': async () => {
      const { id, other, page } = await editedApplication();
      return {
        ...page,
        // The page follows the other move, and names its own after it.
        button: /^(?:Start|Back to) review$/,
        editElsewhere: () => other('PATCH', `/employer/applications/${id}`, { stage: 'interview' }),
        shows: ['Stage', 'In review', 'Interview'],
        saveAgain: 200,
      };
    },
    'stages.tsx move #2': async () => {
      const { one, other } = await owners();
      const applicant = await makePerson(database, { talent: 'active' });
      const id = await application(one, applicant);
      await other('PATCH', `/employer/applications/${id}`, { stage: 'offer' });
      await passStageDelay(database, id);
      const answer = { answer: 'accepted', message: '' };
      await send(publicHost, applicant.cookie)('PUT', `/talent/applications/${id}/offer_answer`, answer);
      return {
        host: 'public',
        cookie: one.cookie,
        path: `/employer/applications/${id}`,
        opener: /^Back to review/,
        button: /^Back to review$/,
        editElsewhere: () => other('PATCH', `/employer/applications/${id}`, { stage: 'rejected' }),
        shows: ['Stage', 'In review', 'Declined'],
        saveAgain: 200,
      };
    },
    'stage-mail.tsx undo': async () => {
      const { id, other, page } = await editedApplication();
      await other('PATCH', `/employer/applications/${id}`, { stage: 'interview' });
      return {
        ...page,
        button: /^Undo/,
        editElsewhere: () => other('PATCH', `/employer/applications/${id}`, { stage: 'offer' }),
        shows: ['Stage', 'Interview', 'Offer'],
        saveAgain: 200,
      };
    },
    'assignment.tsx assign': async () => {
      const { one, two, other } = await owners();
      const id = await application(one);
      return {
        host: 'public',
        cookie: one.cookie,
        path: `/employer/applications/${id}`,
        enter: (form) => form.getByLabel('Member').selectOption({ label: 'Anna One' }),
        button: /^Assign$/,
        editElsewhere: () =>
          other('PUT', `/employer/applications/${id}/assignment`, { assignee: two.membershipId ?? '' }),
        shows: ['Member', 'Anna One', 'Bela Two'],
        saveAgain: 200,
      };
    },
    'offer-answer.tsx answer': async () => {
      const { one, other } = await owners();
      const applicant = await makePerson(database, { talent: 'active' });
      const id = await application(one, applicant);
      await other('PATCH', `/employer/applications/${id}`, { stage: 'offer' });
      await passStageDelay(database, id);
      return {
        host: 'public',
        cookie: applicant.cookie,
        path: `/talent/applications/${id}`,
        opener: /^Accept offer/,
        typed: { 'Your message (optional)': 'With pleasure.' },
        button: /^Accept offer$/,
        editElsewhere: async () => {
          await other('PATCH', `/employer/applications/${id}`, { stage: 'interview' });
          await passStageDelay(database, id);
        },
        shows: ['Application', 'Offer accepted', 'Interview'],
        // There is no offer to answer any more.
        saveAgain: 409,
      };
    },
    'profile.tsx save': async () => {
      const { person, other } = await ownSessions({ talent: 'active' });
      return {
        host: 'public',
        cookie: person.cookie,
        path: '/talent/profile',
        typed: { Headline: 'By one', Skills: 'Lamps' },
        button: /^Save$/,
        editElsewhere: () => other('PUT', '/talent/profiles/current', { headline: 'By two' }),
        shows: ['Headline', 'By one', 'By two'],
        saveAgain: 200,
      };
    },
    'settings.tsx save': async () => {
      const { person, other } = await ownSessions({});
      const path = '/identities/users/current/notification_settings';
      return {
        host: 'public',
        cookie: person.cookie,
        path: '/account/notifications/settings',
        enter: (form) => form.getByLabel('Your role in a company has changed').selectOption('never'),
        button: /^Save$/,
        editElsewhere: async () => {
          const { etag: _, ...settings } = await other('GET', path);
          await other('PUT', path, { ...settings, role_changed: 'at_once' });
        },
        shows: ['Your role in a company has changed', 'Never', 'At once'],
        saveAgain: 200,
      };
    },
    'condition-switch.tsx set_condition': async () => {
      const { other, ...page } = await staff();
      const { companyId } = await makePerson(database, { membership: { role: 'owner', status: 'active' } });
      const path = `/identities/admin/companies/${companyId}/condition`;
      return {
        ...page,
        path: `/companies/${companyId}`,
        opener: /^Disable /,
        typed: REASON,
        button: /^Disable$/,
        editElsewhere: async () => {
          for (const condition of ['disabled', 'active'])
            await other('PUT', path, { condition, reason: 'x' });
        },
        shows: ['Company', 'Disabled', 'Active'],
        saveAgain: 200,
      };
    },
    'visibility-switch.tsx set_visibility': async () => {
      const { other, ...page } = await staff();
      const id = await jobPost(
        await makePerson(database, { membership: { role: 'owner', status: 'active' } }),
        'published',
      );
      return {
        ...page,
        path: `/job-posts/${id}`,
        opener: /^Hide/,
        typed: { ...REASON, 'Message to the company': 'It breaks our rules.' },
        button: /^Hide/,
        editElsewhere: async () => {
          for (const visibility of ['hidden', 'shown'])
            await other('PUT', `/identities/admin/job_posts/${id}/visibility`, {
              visibility,
              reason: 'x',
              owner_reason: 'x',
            });
        },
        shows: ['Job post', 'Hidden', 'Shown'],
        saveAgain: 200,
      };
    },
    'membership-switch.tsx set_membership_status': async () => {
      const { other, ...page } = await staff();
      const { membershipId, companyId } = await makePerson(database, {
        membership: { role: 'owner', status: 'active' },
      });
      return {
        ...page,
        path: `/companies/${companyId}`,
        opener: /^Revoke/,
        typed: REASON,
        button: /^Revoke/,
        editElsewhere: async () => {
          for (const status of ['revoked', 'active'])
            await other('PUT', `/identities/admin/org_memberships/${membershipId}/status`, {
              status,
              reason: 'x',
            });
        },
        shows: ['Access', 'Revoked', 'Active'],
        saveAgain: 200,
      };
    },
    'company-review.tsx review_company': async () => {
      const { other, ...page } = await staff();
      const { companyId } = await makePerson(database, { membership: { role: 'owner', status: 'active' } });
      await database.query("update employer.companies set review_state = 'pending' where id = $1", [
        companyId,
      ]);
      return {
        ...page,
        path: `/companies/${companyId}`,
        opener: /^Refuse /,
        typed: REASON,
        button: /^Refuse$/,
        editElsewhere: () =>
          other('PUT', `/identities/admin/companies/${companyId}/review`, { state: 'approved', reason: 'x' }),
        shows: ['Review', 'Refused', 'Approved'],
        saveAgain: 200,
      };
    },
    'decisions.tsx set_talent_access': async () => {
      const { other, ...page } = await staff();
      const { userId } = await makePerson(database, { talent: 'pending' });
      return {
        ...page,
        path: `/people/${userId}`,
        opener: /^Refuse /,
        typed: REASON,
        button: /^Refuse$/,
        editElsewhere: () =>
          other('PUT', `/identities/admin/users/${userId}/talent_access`, { state: 'active', reason: 'x' }),
        shows: ['Talent access', 'None', 'Active'],
        saveAgain: 200,
      };
    },
    'account-changes.tsx set_staff_condition': async () => {
      const { other, ...page } = await staff();
      const { adminId } = await makeEnrolledAdmin(database);
      await named('admins', adminId, 'Sam Staff');
      return {
        ...page,
        path: '/staff',
        opener: /^Disable Sam Staff/,
        typed: REASON,
        button: /^Disable$/,
        editElsewhere: () =>
          other('PUT', `/identities/admin/staff_accounts/${adminId}/role`, { role: 'viewer', reason: 'x' }),
        shows: ['Account', 'Disabled', 'Active'],
        saveAgain: 200,
      };
    },
    'account-changes.tsx set_staff_role': async () => {
      const { other, ...page } = await staff();
      const { adminId } = await makeEnrolledAdmin(database);
      await named('admins', adminId, 'Toni Staff');
      return {
        ...page,
        path: '/staff',
        opener: /^Make viewer Toni Staff/,
        typed: REASON,
        button: /^Make viewer$/,
        editElsewhere: () =>
          other('PUT', `/identities/admin/staff_accounts/${adminId}/condition`, {
            condition: 'disabled',
            reason: 'x',
          }),
        shows: ['Role', 'Viewer', 'Operator'],
        saveAgain: 200,
      };
    },
  };
}
